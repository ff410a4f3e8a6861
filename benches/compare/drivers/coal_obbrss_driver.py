"""Coal's BVHModelOBBRSS, asked for distances: no error allowed, no signed distance."""

import coal

import coal_driver
import driver


class Engine(coal_driver.Engine):
    Model = coal.BVHModelOBBRSS

    def distances(self, placed):
        request, result = coal.DistanceRequest(), coal.DistanceResult()
        request.rel_err = request.abs_err = 0.0
        request.enable_signed_distance = False
        distance, clear, a, b = coal.distance, result.clear, self.a, self.b

        def one_pass():
            answers = []
            for at_a, at_b in placed:
                clear()
                answers.append(distance(a, at_a, b, at_b, request, result))
            return answers

        return one_pass


if __name__ == "__main__":
    driver.drive(Engine)
