import protobuf from 'protobufjs'

/** The part of ONNX's `onnx.proto3` of which a model is made here. */
const schema = `syntax = "proto2";
message Model { optional Graph graph = 7; repeated Opset opset_import = 8; repeated Named training_info = 20; repeated Named functions = 25; }
message Opset { optional string domain = 1; optional int64 version = 2; }
message Graph {
  repeated Node node = 1; repeated Tensor initializer = 5; repeated Named input = 11; repeated Named output = 12;
  repeated Named sparse_initializer = 15;
}
message Named { optional string name = 1; }
message Node { optional string op_type = 4; repeated Attribute attribute = 5; }
message Attribute { optional string name = 1; optional Tensor t = 5; optional Graph g = 6; optional Named sparse_tensor = 22; }
message Tensor { repeated Entry external_data = 13; optional int32 data_location = 14; }
message Entry { optional string key = 1; optional string value = 2; }`
const Model = protobuf.parse(schema, { keepCase: true }).root.lookupType('Model')

const named = (names: string[]) => names.map((name) => ({ name }))

/** A graph in the form of Piper's, with `over` in place of its parts. */
export const aGraph = (over: object = {}) => ({
  node: [{ op_type: 'Identity', attribute: [] as object[] }],
  input: named(['input', 'input_lengths', 'scales']),
  output: named(['output']),
  ...over,
})

/** The bytes of a model. */
export const onnxOf = (graph: object, over: object = {}): Uint8Array =>
  Model.encode(Model.fromObject({ graph, opset_import: [{ domain: '', version: 15 }], ...over })).finish()

/** A tensor whose weights are in another file. */
export const elsewhere = { data_location: 1, external_data: [{ key: 'location', value: '../../../etc/passwd' }] }
