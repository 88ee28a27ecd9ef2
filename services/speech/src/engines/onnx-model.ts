import protobuf from 'protobufjs'

export type OnnxAttribute = { name: string; i?: number; ints?: number[]; type: number }
export type OnnxNode = {
  input: string[]
  output: string[]
  name: string
  op_type: string
  attribute: OnnxAttribute[]
  domain?: string
}
export type OnnxGraph = {
  node: OnnxNode[]
  initializer: { name: string; dims?: number[]; data_type?: number; int64_data?: number[] }[]
  value_info: unknown[]
  input: Uint8Array[]
  output: Uint8Array[]
}

/** The fields of ONNX's `onnx.proto3` that models here have. A message that is not looked into is `bytes`, and written back as it came. */
const schema = `syntax = "proto2";
message Model {
  optional int64 ir_version = 1; optional string producer_name = 2; optional string producer_version = 3;
  optional string domain = 4; optional int64 model_version = 5; optional string doc_string = 6;
  optional Graph graph = 7; repeated bytes opset_import = 8; repeated bytes metadata_props = 14;
}
message Graph {
  repeated Node node = 1; optional string name = 2; repeated Tensor initializer = 5; optional string doc_string = 10;
  repeated bytes input = 11; repeated bytes output = 12; repeated bytes value_info = 13;
}
message Node {
  repeated string input = 1; repeated string output = 2; optional string name = 3; optional string op_type = 4;
  repeated Attribute attribute = 5; optional string doc_string = 6; optional string domain = 7;
}
message Attribute {
  optional string name = 1; optional float f = 2; optional int64 i = 3; optional bytes s = 4; optional bytes t = 5;
  optional bytes g = 6; repeated float floats = 7; repeated int64 ints = 8; repeated bytes strings = 9; optional int32 type = 20;
}
message Tensor {
  repeated int64 dims = 1; optional int32 data_type = 2; repeated float float_data = 4 [packed = true];
  repeated int32 int32_data = 5 [packed = true]; repeated int64 int64_data = 7 [packed = true];
  optional string name = 8; optional bytes raw_data = 9;
}`
const Model = protobuf.parse(schema, { keepCase: true }).root.lookupType('Model')

/** A model with its graph changed by `change`. @throws Error when the bytes are no ONNX model */
export function withGraph(bytes: Uint8Array, change: (graph: OnnxGraph) => OnnxGraph): Uint8Array {
  const model = Model.decode(bytes) as protobuf.Message & { graph?: OnnxGraph }
  if (!model.graph) throw new Error('The model has no graph')
  model.graph = change(model.graph)
  return Model.encode(model).finish()
}

/** A graph that gives a value of its inside too, by its name; one that has no such value stays as it is. */
export function withOutput(graph: OnnxGraph, name: string): OnnxGraph {
  if (!graph.node.some(({ output }) => output.includes(name))) return graph
  const text = Buffer.from(name)
  // A `ValueInfoProto` of floats whose shape the runtime finds out: the name is field 1, the type of the tensor's elements field 1 of 1 of 2.
  const info = Buffer.concat([
    Buffer.from([0x0a, text.length]),
    text,
    Buffer.from([0x12, 0x04, 0x0a, 0x02, 0x08, 0x01]),
  ])
  return { ...graph, output: [...graph.output, info] }
}
