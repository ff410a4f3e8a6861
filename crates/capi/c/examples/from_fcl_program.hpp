// A program of FCL's: in `from_fcl.cpp` once with FCL's `fcl` and once with obbtree's, without a
// change. (No include guard: it is included twice.)

using Model = fcl::BVHModel<fcl::OBBRSSd>;
using Object = fcl::CollisionObjectd;
using Pairs = std::set<std::pair<const Object *, const Object *>>;

/// The numbers that the two programs must agree on.
struct Answers {
    std::vector<int> collides;
    std::vector<std::size_t> pairs_of_triangles;
    std::vector<double> distances, times, depths;
    std::set<std::pair<std::size_t, std::size_t>> pairs_of_objects;
    double least_distance = 0;
};

std::shared_ptr<Model> model_of(const std::vector<Eigen::Vector3d> &vertices,
                                const std::vector<std::array<std::size_t, 3>> &triangles) {
    std::vector<fcl::Triangle> corners;
    for (const auto &t : triangles) corners.emplace_back(t[0], t[1], t[2]);
    auto model = std::make_shared<Model>();
    model->beginModel(static_cast<int>(corners.size()), static_cast<int>(vertices.size()));
    model->addSubModel(vertices, corners);
    model->endModel();
    return model;
}

bool on_pair(Object *o1, Object *o2, void *data) {
    fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    if (fcl::collide(o1, o2, request, result)) static_cast<Pairs *>(data)->emplace(std::min(o1, o2), std::max(o1, o2));
    return false;
}

/// A pinion on its way past a wheel: contacts, distances, times of contact.
void past_the_wheel(const std::shared_ptr<Model> &wheel, const std::shared_ptr<Model> &pinion, Answers &answers) {
    const fcl::Transform3d here = fcl::Transform3d::Identity();
    for (int k = 0; k < 60; ++k) {
        fcl::Transform3d there = fcl::Transform3d::Identity();
        there.translate(fcl::Vector3d(35 + 0.4137 * k, 0.37, 0.213));
        there.rotate(fcl::AngleAxisd(0.1 * k, fcl::Vector3d(1, 2, 3).normalized()));
        fcl::CollisionRequestd request(1000000, true);
        fcl::CollisionResultd result;
        fcl::collide(wheel.get(), here, pinion.get(), there, request, result);
        // FCL gives a pair of triangles more than one contact where it finds more than one point.
        std::set<std::pair<std::intptr_t, std::intptr_t>> pairs;
        for (std::size_t n = 0; n < result.numContacts(); ++n)
            pairs.emplace(result.getContact(n).b1, result.getContact(n).b2);
        answers.collides.push_back(result.isCollision());
        answers.pairs_of_triangles.push_back(pairs.size());
        if (result.isCollision()) continue;
        fcl::DistanceRequestd apart(true);
        fcl::DistanceResultd nearest;
        answers.distances.push_back(fcl::distance(wheel.get(), here, pinion.get(), there, apart, nearest));
    }
}

/// Pinions around a wheel, boxes and spheres among them, some on each other.
void many_objects(const std::shared_ptr<Model> &wheel, const std::shared_ptr<Model> &pinion, Answers &answers) {
    std::vector<std::unique_ptr<Object>> objects;
    for (int k = 0; k <= 24; ++k) {
        fcl::Transform3d there = fcl::Transform3d::Identity();
        if (k > 0) {
            there.rotate(fcl::AngleAxisd(0.2654 * k, fcl::Vector3d::UnitZ()));
            there.translate(fcl::Vector3d(30 + 1.317 * k, 0.37, 0.213));
        }
        std::shared_ptr<fcl::CollisionGeometryd> geometry = k > 0 ? pinion : wheel;
        if (k % 5 == 3) geometry = std::make_shared<fcl::Boxd>(7, 8, 9);
        if (k % 5 == 4) geometry = std::make_shared<fcl::Sphered>(6);
        objects.push_back(std::make_unique<Object>(geometry, there));
    }
    std::vector<Object *> all;
    for (const auto &object : objects) all.push_back(object.get());
    fcl::DynamicAABBTreeCollisionManagerd manager;
    manager.registerObjects(all);
    manager.setup();
    Pairs pairs;
    manager.collide(&pairs, on_pair);
    const auto number = [&](const Object *one) {
        return static_cast<std::size_t>(std::find(all.begin(), all.end(), one) - all.begin());
    };
    for (const auto &[a, b] : pairs) answers.pairs_of_objects.emplace(std::minmax(number(a), number(b)));
    fcl::CollisionObjectd probe(std::make_shared<fcl::Sphered>(1), fcl::Transform3d(fcl::Translation3d(0, 0, 60)));
    fcl::DefaultDistanceData<double> data;
    manager.distance(&probe, &data, fcl::DefaultDistanceFunction);
    answers.least_distance = data.result.min_distance;
}

/// Shapes: depths, and when they meet.
void shapes(Answers &answers) {
    const auto box = std::make_shared<fcl::Boxd>(2, 2, 2);
    const auto sphere = std::make_shared<fcl::Sphered>(1);
    fcl::CollisionObjectd o1(box), o2(sphere);
    for (int k = 0; k < 10; ++k) {
        o2.setTranslation(fcl::Vector3d(1.05 + 0.09 * k, 0.1, 0.2));
        o2.computeAABB();
        fcl::CollisionRequestd request(1, true);
        fcl::CollisionResultd result;
        fcl::collide(&o1, &o2, request, result);
        answers.depths.push_back(result.getContact(0).penetration_depth);
    }
    o2.setTranslation(fcl::Vector3d(5, 0, 0));
    fcl::ContinuousCollisionRequestd request(10000, 1e-4, fcl::CCDM_LINEAR);
    fcl::ContinuousCollisionResultd result;
    fcl::Transform3d end(fcl::Translation3d(8, 0, 0));
    fcl::continuousCollide(&o1, end, &o2, fcl::Transform3d(fcl::Translation3d(5, 0, 0)), request, result);
    answers.times.push_back(result.time_of_contact);
}

Answers run(const std::vector<Eigen::Vector3d> (&vertices)[2],
            const std::vector<std::array<std::size_t, 3>> (&triangles)[2]) {
    Answers answers;
    const auto wheel = model_of(vertices[0], triangles[0]), pinion = model_of(vertices[1], triangles[1]);
    past_the_wheel(wheel, pinion, answers);
    many_objects(wheel, pinion, answers);
    shapes(answers);
    return answers;
}
