// A first query, a batch, threads and a sweep in C++. Arguments: two mesh files.
#include <cstdio>
#include <exception>
#include <thread>

#include <obbtree.hpp>
#ifdef WITH_EIGEN
#include <obbtree/eigen.hpp>
#endif

int main(int argc, char **argv) try {
    if (argc != 3) return 2;
    const auto a = obbtree::Body::read(argv[1]), b = obbtree::Body::read(argv[2]);
    const obbtree::Pose origin, above = obbtree::Pose::translation(0, 0, 100);

    obbtree::Query query;
    std::printf("collide at the origin: %d\n", query.collide(a, origin, b, origin));
    std::printf("distance above: %.17g\n", query.distance(a, origin, b, above).upper);

    std::vector<obbtree::Pose> poses;
    for (int k = 0; k < 1000; ++k) poses.push_back(obbtree::Pose::translation(0.1 * k, 0, 0));
    std::size_t colliding = 0;
    for (auto collides : query.collide_batch(a, origin, b, poses)) colliding += collides;
    std::printf("%zu of %zu poses collide\n", colliding, poses.size());

    bool same = false; // bodies are shared, each thread has its own query
    std::thread([&] { same = obbtree::Query().collide(a, origin, b, origin) == query.collide(a, origin, b, origin); }).join();

    const auto down = obbtree::Motion::linear(above, origin);
    const auto sweep = query.sweep(a, obbtree::Motion::rest(origin), b, down);
    std::printf("on the traversal free until %.3f\n", sweep.last_free);

    std::size_t pairs = 0;
    try {
        query.for_each_pair(a, origin, b, origin, [&](unsigned, unsigned) -> bool {
            if (++pairs == 3) throw 3;
            return true;
        });
    } catch (int thrown) {
        pairs = static_cast<std::size_t>(thrown);
    }
#ifdef WITH_EIGEN
    Eigen::Isometry3d turned = Eigen::Isometry3d::Identity();
    turned.rotate(Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitZ()));
    same = same && obbtree::to_eigen(obbtree::from_eigen(turned)).isApprox(turned, 0);
#endif
    bool refused = false;
    try {
        obbtree::Body::read("no such file.stl");
    } catch (const obbtree::Error &error) {
        refused = error.status() == OBBTREE_STATUS_FILE;
    }
    return same && refused && sweep.last_free > 0 ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
