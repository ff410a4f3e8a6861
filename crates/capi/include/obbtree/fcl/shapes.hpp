// FCL's shapes. Their numbers may be changed at any time: a query takes them as they are.
#ifndef OBBTREE_FCL_SHAPES_HPP
#define OBBTREE_FCL_SHAPES_HPP

#include <ostream>

#include "geometry.hpp"

namespace obbtree::fcl {

template <typename S_>
class ShapeBase : public CollisionGeometry<S_> {
public:
    using S = S_;
    OBJECT_TYPE getObjectType() const override { return OT_GEOM; }

    std::shared_ptr<const Made> made() const override {
        const Numbers now = numbers();
        std::shared_ptr<const Made> known = std::atomic_load(&made_);
        if (known == nullptr || known->numbers != now) {
            known = std::make_shared<const Made>(Made{now, shape()});
            std::atomic_store(&made_, known);
        }
        return known;
    }

protected:
    ShapeBase() = default;
    /// The numbers of now, and the shape that they are.
    virtual Numbers numbers() const = 0;
    virtual Shape shape() const = 0;
    static Point point(S x, S y, S z) { return {double(x), double(y), double(z)}; }
    static Point point(const Vector3<S> &p) { return point(p[0], p[1], p[2]); }
    void take_half(const Vector3<S> &half) { this->take_local(AABB<S>(-half, half)); }

private:
    mutable std::shared_ptr<const Made> made_;
};
using ShapeBasef = ShapeBase<float>;
using ShapeBased = ShapeBase<double>;

/// About the origin.
template <typename S_>
class Box : public ShapeBase<S_> {
public:
    using S = S_;
    Vector3<S> side;
    Box(S x, S y, S z) : side(x, y, z) { computeLocalAABB(); }
    Box(const Vector3<S> &side_) : side(side_) { computeLocalAABB(); }
    Box() : Box(0, 0, 0) {}
    NODE_TYPE getNodeType() const override { return GEOM_BOX; }
    void computeLocalAABB() override { this->take_half(side / 2); }
    S computeVolume() const override { return side.prod(); }
    Matrix3<S> computeMomentofInertia() const override {
        const Vector3<S> squares = side.cwiseAbs2() * (computeVolume() / 12);
        return (Vector3<S>::Constant(squares.sum()) - squares).asDiagonal();
    }
    Eigen::Vector3d farthest(const Eigen::Vector3d &d, intptr_t) const override {
        const Eigen::Vector3d half = side.template cast<double>() / 2;
        return (d.array() < 0).select(-half, half);
    }
    friend std::ostream &operator<<(std::ostream &out, const Box &box) {
        return out << "Box" << box.side.transpose();
    }

protected:
    Numbers numbers() const override {
        return {double(side[0]), double(side[1]), double(side[2])};
    }
    Shape shape() const override { return Shape::box(this->point(side / 2)); }
};
using Boxf = Box<float>;
using Boxd = Box<double>;

template <typename S_>
class Sphere : public ShapeBase<S_> {
public:
    using S = S_;
    S radius;
    explicit Sphere(S radius_) : radius(radius_) { computeLocalAABB(); }
    NODE_TYPE getNodeType() const override { return GEOM_SPHERE; }
    void computeLocalAABB() override {
        this->take_half(Vector3<S>::Constant(radius));
        this->aabb_radius = radius;
    }
    S computeVolume() const override {
        return constants<S>::pi() * radius * radius * radius * 4 / 3;
    }
    Matrix3<S> computeMomentofInertia() const override {
        return Matrix3<S>::Identity() * (computeVolume() * radius * radius * S(0.4));
    }
    Eigen::Vector3d farthest(const Eigen::Vector3d &d, intptr_t) const override {
        return double(radius) * d.normalized();
    }
    friend std::ostream &operator<<(std::ostream &out, const Sphere &sphere) {
        return out << "Sphere(" << sphere.radius << ")";
    }

protected:
    Numbers numbers() const override { return {double(radius)}; }
    Shape shape() const override { return Shape::sphere({0, 0, 0}, radius); }
};
using Spheref = Sphere<float>;
using Sphered = Sphere<double>;

/// Of a radius about the z axis, from -lz / 2 to lz / 2: what three shapes have in common.
template <typename S_>
class AboutZ : public ShapeBase<S_> {
public:
    using S = S_;
    S radius, lz;
    void computeLocalAABB() override { this->take_half({radius, radius, lz / 2}); }

protected:
    AboutZ(S radius_, S lz_) : radius(radius_), lz(lz_) { computeLocalAABB(); }
    Numbers numbers() const override { return {double(radius), double(lz)}; }
    Point low() const { return this->point(0, 0, -lz / 2); }
    Point high() const { return this->point(0, 0, lz / 2); }
    Eigen::Vector3d end(double z) const { return {0, 0, z < 0 ? -lz / 2 : lz / 2}; }
    /// The point of the rim of the disc of the radius.
    Eigen::Vector3d rim(const Eigen::Vector3d &d) const {
        const double across = std::hypot(d[0], d[1]);
        if (!(across > 0)) return Eigen::Vector3d::Zero();
        return Eigen::Vector3d(d[0], d[1], 0) * (double(radius) / across);
    }
    std::ostream &print(std::ostream &out, const char *name) const {
        return out << name << "(r: " << radius << ", lz: " << lz << ")";
    }
};

template <typename S_>
class Capsule : public AboutZ<S_> {
public:
    using S = S_;
    Capsule(S radius_, S lz_) : AboutZ<S>(radius_, lz_) { computeLocalAABB(); }
    NODE_TYPE getNodeType() const override { return GEOM_CAPSULE; }
    void computeLocalAABB() override {
        const S r = this->radius;
        this->take_half({r, r, this->lz / 2 + r});
    }
    S computeVolume() const override {
        const S r = this->radius;
        return constants<S>::pi() * r * r * this->lz + S(4) / 3 * constants<S>::pi() * r * r * r;
    }
    Matrix3<S> computeMomentofInertia() const override {
        const S r = this->radius, l = this->lz, square = r * r;
        const S tube = constants<S>::pi() * square * l;
        const S ends = constants<S>::pi() * square * r * 4 / 3;
        const S across = tube * (l * l / 12 + square / 4) +
                         ends * (square * 2 / 5 + l * l / 4 + l * r * 3 / 8);
        const S along = (tube / 2 + ends * 2 / 5) * square;
        return Vector3<S>(across, across, along).asDiagonal();
    }
    Eigen::Vector3d farthest(const Eigen::Vector3d &d, intptr_t) const override {
        return this->end(d[2]) + double(this->radius) * d.normalized();
    }
    friend std::ostream &operator<<(std::ostream &out, const Capsule &capsule) {
        return capsule.print(out, "Capsule");
    }

protected:
    Shape shape() const override { return Shape::capsule(this->low(), this->high(), this->radius); }
};
using Capsulef = Capsule<float>;
using Capsuled = Capsule<double>;

template <typename S_>
class Cylinder : public AboutZ<S_> {
public:
    using S = S_;
    Cylinder(S radius_, S lz_) : AboutZ<S>(radius_, lz_) {}
    NODE_TYPE getNodeType() const override { return GEOM_CYLINDER; }
    S computeVolume() const override {
        return constants<S>::pi() * this->radius * this->radius * this->lz;
    }
    Matrix3<S> computeMomentofInertia() const override {
        const S v = computeVolume(), square = this->radius * this->radius;
        const S across = v * (3 * square + this->lz * this->lz) / 12;
        return Vector3<S>(across, across, v * square / 2).asDiagonal();
    }
    Eigen::Vector3d farthest(const Eigen::Vector3d &d, intptr_t) const override {
        return this->end(d[2]) + this->rim(d);
    }
    friend std::ostream &operator<<(std::ostream &out, const Cylinder &cylinder) {
        return cylinder.print(out, "Cylinder");
    }

protected:
    Shape shape() const override {
        return Shape::cylinder(this->low(), this->high(), this->radius);
    }
};
using Cylinderf = Cylinder<float>;
using Cylinderd = Cylinder<double>;

/// The apex is at lz / 2.
template <typename S_>
class Cone : public AboutZ<S_> {
public:
    using S = S_;
    Cone(S radius_, S lz_) : AboutZ<S>(radius_, lz_) {}
    NODE_TYPE getNodeType() const override { return GEOM_CONE; }
    S computeVolume() const override {
        return constants<S>::pi() * this->radius * this->radius * this->lz / 3;
    }
    Vector3<S> computeCOM() const override { return {0, 0, -this->lz / 4}; }
    /// About the origin, as of all shapes.
    Matrix3<S> computeMomentofInertia() const override {
        const S v = computeVolume(), square = this->radius * this->radius;
        const S across = v * (this->lz * this->lz / 10 + square * 3 / 20);
        return Vector3<S>(across, across, v * square * 3 / 10).asDiagonal();
    }
    Eigen::Vector3d farthest(const Eigen::Vector3d &d, intptr_t) const override {
        const Eigen::Vector3d apex = this->end(1), base = this->end(-1) + this->rim(d);
        return apex.dot(d) >= base.dot(d) ? apex : base;
    }
    friend std::ostream &operator<<(std::ostream &out, const Cone &cone) {
        return cone.print(out, "Cone");
    }

protected:
    Shape shape() const override { return Shape::cone(this->low(), this->high(), this->radius); }
};
using Conef = Cone<float>;
using Coned = Cone<double>;

/// Volume and box only: obbtree cannot query it, so no object is made of it.
template <typename S_>
class Ellipsoid : public ShapeBase<S_> {
public:
    using S = S_;
    Vector3<S> radii;
    OBBTREE_FCL_ABSENT("ellipsoids") Ellipsoid(S a, S b, S c) : radii(a, b, c) {
        computeLocalAABB();
    }
    OBBTREE_FCL_ABSENT("ellipsoids") explicit Ellipsoid(const Vector3<S> &radii_) : radii(radii_) {
        computeLocalAABB();
    }
    NODE_TYPE getNodeType() const override { return GEOM_ELLIPSOID; }
    void computeLocalAABB() override { this->take_half(radii); }
    S computeVolume() const override { return constants<S>::pi() * radii.prod() * 4 / 3; }
    Matrix3<S> computeMomentofInertia() const override {
        const Vector3<S> squares = radii.cwiseAbs2() * (computeVolume() / 5);
        return (Vector3<S>::Constant(squares.sum()) - squares).asDiagonal();
    }
    Eigen::Vector3d farthest(const Eigen::Vector3d &, intptr_t) const override {
        absent("ellipsoids");
    }

protected:
    Numbers numbers() const override { absent("ellipsoids"); }
    Shape shape() const override { absent("ellipsoids"); }
};
using Ellipsoidf = Ellipsoid<float>;
using Ellipsoidd = Ellipsoid<double>;

template <typename S_>
class TriangleP : public ShapeBase<S_> {
public:
    using S = S_;
    Vector3<S> a, b, c;
    TriangleP(const Vector3<S> &a_, const Vector3<S> &b_, const Vector3<S> &c_)
        : a(a_), b(b_), c(c_) {
        computeLocalAABB();
    }
    NODE_TYPE getNodeType() const override { return GEOM_TRIANGLE; }
    void computeLocalAABB() override { this->take_local(AABB<S>(a, b, c)); }
    Eigen::Vector3d farthest(const Eigen::Vector3d &d, intptr_t) const override {
        const auto in = [&](const Vector3<S> &p) { return p.template cast<double>().dot(d); };
        const Vector3<S> &ab = in(a) >= in(b) ? a : b;
        return (in(ab) >= in(c) ? ab : c).template cast<double>();
    }
    friend std::ostream &operator<<(std::ostream &out, const TriangleP &tri) {
        return out << "TriangleP(a: " << tri.a.transpose() << ", b: " << tri.b.transpose()
                   << ", c: " << tri.c.transpose() << ")";
    }

protected:
    Numbers numbers() const override {
        return {double(a[0]), double(a[1]), double(a[2]), double(b[0]), double(b[1]),
                double(b[2]), double(c[0]), double(c[1]), double(c[2])};
    }
    Shape shape() const override {
        return Shape::triangle(this->point(a), this->point(b), this->point(c));
    }
};
using TrianglePf = TriangleP<float>;
using TrianglePd = TriangleP<double>;

/// By a normal and an offset, n x = d: what half-spaces and planes have in common.
template <typename S_>
class ByNormal : public ShapeBase<S_> {
public:
    using S = S_;
    Vector3<S> n;
    S d;
    S signedDistance(const Vector3<S> &p) const { return n.dot(p) - d; }
    S distance(const Vector3<S> &p) const { return std::abs(signedDistance(p)); }
    Eigen::Vector3d farthest(const Eigen::Vector3d &, intptr_t) const override {
        return Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity());
    }

protected:
    ByNormal(const Vector3<S> &n_, S d_) : n(n_), d(d_) {
        const S length = n.norm();
        if (length > 0) n /= length, d /= length;
        else n = Vector3<S>::UnitX(), d = 0;
    }
    Numbers numbers() const override {
        return {double(n[0]), double(n[1]), double(n[2]), double(d)};
    }
    /// Three points of the plane, seen counter-clockwise from where n points to: without rounding
    /// where n is along an axis.
    std::array<Point, 3> three() const {
        const Eigen::Vector3d normal = n.template cast<double>();
        int least = 0;
        normal.cwiseAbs().minCoeff(&least);
        const Eigen::Vector3d u = normal.cross(Eigen::Vector3d::Unit(least)).normalized();
        const Eigen::Vector3d p = normal * double(d), q = p + u, r = p + normal.cross(u);
        return {Point{p[0], p[1], p[2]}, Point{q[0], q[1], q[2]}, Point{r[0], r[1], r[2]}};
    }
    std::ostream &print(std::ostream &out, const char *name) const {
        return out << name << "(n: " << n.transpose() << ", d: " << d << ")";
    }
    /// `below`: bounded by n x = d.
    void take(bool below) {
        const Vector3<S> all = Vector3<S>::Constant(std::numeric_limits<S>::max());
        AABB<S> box(-all, all);
        for (int k = 0; k < 3; ++k)
            if (n[(k + 1) % 3] == 0 && n[(k + 2) % 3] == 0) {
                if (n[k] > 0) box.max_[k] = d, box.min_[k] = below ? box.min_[k] : d;
                else box.min_[k] = -d, box.max_[k] = below ? box.max_[k] : -d;
            }
        this->aabb_local = box, this->aabb_center = box.center(), this->aabb_radius = box.radius();
    }
};

/// What is on the side that n does not point to.
template <typename S_>
class Halfspace : public ByNormal<S_> {
public:
    using S = S_;
    Halfspace(const Vector3<S> &n_, S d_) : ByNormal<S>(n_, d_) { computeLocalAABB(); }
    Halfspace(S a, S b, S c, S d_) : Halfspace(Vector3<S>(a, b, c), d_) {}
    Halfspace() : Halfspace(Vector3<S>::UnitX(), 0) {}
    NODE_TYPE getNodeType() const override { return GEOM_HALFSPACE; }
    void computeLocalAABB() override { this->take(true); }
    friend std::ostream &operator<<(std::ostream &out, const Halfspace &halfspace) {
        return halfspace.print(out, "Halfspace");
    }

protected:
    Shape shape() const override {
        const auto [p, q, r] = this->three();
        return Shape::half_space(p, q, r);
    }
};
using Halfspacef = Halfspace<float>;
using Halfspaced = Halfspace<double>;

template <typename S_>
class Plane : public ByNormal<S_> {
public:
    using S = S_;
    Plane(const Vector3<S> &n_, S d_) : ByNormal<S>(n_, d_) { computeLocalAABB(); }
    Plane(S a, S b, S c, S d_) : Plane(Vector3<S>(a, b, c), d_) {}
    Plane() : Plane(Vector3<S>::UnitX(), 0) {}
    NODE_TYPE getNodeType() const override { return GEOM_PLANE; }
    void computeLocalAABB() override { this->take(false); }
    friend std::ostream &operator<<(std::ostream &out, const Plane &plane) {
        return plane.print(out, "Plane");
    }

protected:
    Shape shape() const override {
        const auto [p, q, r] = this->three();
        return Shape::plane(p, q, r);
    }
};
using Planef = Plane<float>;
using Planed = Plane<double>;

template <typename S>
Halfspace<S> transform(const Halfspace<S> &a, const Transform3<S> &tf) {
    const Vector3<S> n = tf.linear() * a.n;
    return Halfspace<S>(n, a.d + n.dot(tf.translation()));
}
template <typename S>
Plane<S> transform(const Plane<S> &a, const Transform3<S> &tf) {
    const Vector3<S> n = tf.linear() * a.n;
    return Plane<S>(n, a.d + n.dot(tf.translation()));
}

/// The box that is an AABB, and where it is.
template <typename S>
void constructBox(const AABB<S> &bv, Box<S> &box, Transform3<S> &tf) {
    box = Box<S>(bv.max_ - bv.min_);
    tf = Transform3<S>(Translation3<S>(bv.center()));
}
template <typename S>
void constructBox(const AABB<S> &bv, const Transform3<S> &tf_bv, Box<S> &box, Transform3<S> &tf) {
    constructBox(bv, box, tf);
    tf = tf_bv * tf;
}

} // namespace obbtree::fcl

#endif
