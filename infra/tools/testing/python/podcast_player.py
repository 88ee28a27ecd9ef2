"""Reads a feed as gPodder, a podcast player, does, and prints what it would show as one line of JSON."""

import json
import sys

import podcastparser

address, file = sys.argv[1:]
with open(file, "rb") as stream:
    print(json.dumps(podcastparser.parse(address, stream)))
