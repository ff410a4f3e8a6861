//! The constants of the C interface: how numbers are meant, and what an answer is.

/// The kind of a number in an array.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `double`
    F64 = 0,
    /// `float`, which widens exactly.
    F32 = 1,
    /// `uint32_t`, or `int32_t` that is not negative.
    U32 = 2,
    /// `uint64_t` or `size_t`.
    U64 = 3,
    /// `uint16_t`
    U16 = 4,
    /// `int32_t`, where numbers may be negative.
    I32 = 5,
}

/// How a motion goes from one pose to another.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MotionKind {
    /// The origin of the mesh on a straight line, the rotation evenly about one axis: what OMPL's
    /// SE(3) and slerp do.
    Linear = 0,
    /// A turn about an axis of space, with an even advance along it.
    Screw = 1,
    /// A straight line; the rotation of the second pose is not looked at.
    Translation = 2,
}

/// What a sweep finds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepOutcome {
    /// Proven: at no time do the bodies meet.
    Free = 0,
    /// They meet.
    Contact = 1,
    /// The bodies graze; neither a contact nor a proof was found.
    Undecided = 2,
}

/// How numbers state a pose.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoseFormat {
    /// 12 numbers: the rows of `[R | t]`, which is an `obbtree_pose`.
    Rows = 0,
    /// 16 numbers: the rows of a 4 x 4 matrix.
    Rows4 = 1,
    /// 16 numbers: the columns of a 4 x 4 matrix, as Eigen and OpenGL have them.
    Columns4 = 2,
    /// 7 numbers: `x y z qx qy qz qw`.
    Quaternion = 3,
}

/// How two placed meshes stand to each other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CRelation {
    /// The surfaces do not meet, and nothing of one body is inside the other.
    Separated = 0,
    /// The surfaces meet, but no edge of one goes through a triangle of the other.
    Touching = 1,
    /// An edge of one goes through the inside of a triangle of the other.
    Intersecting = 2,
    /// The surfaces do not meet; B, or a component of it, is inside A, nothing of A inside B.
    Containing = 3,
    /// The surfaces do not meet; A, or a component of it, is inside B, nothing of B inside A.
    Contained = 4,
    /// Every triangle of either is a triangle of the other.
    Coincident = 5,
    /// The surfaces do not meet; a component of each is inside the other, as where one is larger
    /// than a cavity of the other, and ends within the wall around it.
    Overlapping = 6,
}

/// On which side of a closed surface a point is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CPointSide {
    /// Inside, and not on the surface.
    Inside = 0,
    /// On the surface.
    OnSurface = 1,
    /// Outside, and not on the surface.
    Outside = 2,
}

/// How a joint moves.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CJointKind {
    /// One number: an angle about the axis, within limits.
    Revolute = 0,
    /// One number: an angle about the axis.
    Continuous = 1,
    /// One number: a way along the axis.
    Prismatic = 2,
    /// Three numbers: x and y in the plane across the axis, and an angle about the axis.
    Planar = 3,
    /// Seven numbers: x y z qx qy qz qw.
    Floating = 4,
}

/// What the numbers of a shape mean, in its frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// 4 numbers: centre, radius.
    Sphere = 0,
    /// 7 numbers: the two ends of the axis, radius.
    Capsule = 1,
    /// 7 numbers: the two ends of the axis, radius. Its ends are flat.
    Cylinder = 2,
    /// 7 numbers: base, apex, radius.
    Cone = 3,
    /// 3 numbers: half sides, about the origin.
    Box = 4,
    /// Three numbers a point, any number of points: their convex hull.
    Hull = 5,
    /// 9 numbers: three corners.
    Triangle = 6,
    /// 9 numbers: three points p, q, r; the solid is behind `(q - p) x (r - p)`.
    HalfSpace = 7,
    /// 9 numbers: three points.
    Plane = 8,
    /// 8 numbers: the two ends of the axis, the radii there. A cone that is cut off.
    Frustum = 9,
}
