"""Tour: the order in which the antennas of a mat are visited, worked out once at the start."""


def plan_tour(neighbours, fields_at_once):
    """The antennas in an order that keeps neighbours apart as far as possible: by one more than
    are on at once, because talks with cards take longer. Those come first whose neighbours wait
    most: later they would be in each other's way.
    """
    waiting = list(range(len(neighbours)))
    order = []
    while waiting:
        best = waiting[0]
        best_rank = (-1, 0)
        for antenna in waiting:
            distance = 0
            for earlier in reversed(order[-(fields_at_once + 1) :]):
                if earlier in neighbours[antenna]:
                    break
                distance += 1
            rank = (distance, sum([other in waiting for other in neighbours[antenna]]))
            if rank > best_rank:
                best, best_rank = antenna, rank
        waiting.remove(best)
        order.append(best)
    return bytes(order)
