import protobuf from 'protobufjs'

/**
 * The fields of ONNX's `onnx.proto3` that show what a model would do. Weights are passed over. A message that stands there once may be written
 * several times, and readers merge them; so all are lists here.
 */
const schema = `syntax = "proto2";
message Model { repeated Graph graph = 7; repeated Opset opset_import = 8; repeated Unread training_info = 20; repeated Unread functions = 25; }
message Opset { optional string domain = 1; }
message Graph {
  repeated Node node = 1; repeated Tensor initializer = 5; repeated Value input = 11; repeated Value output = 12;
  repeated Unread sparse_initializer = 15;
}
message Value { optional string name = 1; }
message Node { repeated Attribute attribute = 5; }
message Attribute {
  repeated Tensor t = 5; repeated Graph g = 6; repeated Tensor tensors = 10; repeated Graph graphs = 11;
  repeated Unread sparse_tensor = 22; repeated Unread sparse_tensors = 23;
}
message Tensor { repeated Unread external_data = 13; repeated int32 data_location = 14; }
message Unread { }`
const Model = protobuf.parse(schema, { keepCase: true }).root.lookupType('Model')

type Tensor = { external_data: unknown[]; data_location: number[] }
type Attribute = {
  t: Tensor[]
  g: Graph[]
  tensors: Tensor[]
  graphs: Graph[]
  sparse_tensor: unknown[]
  sparse_tensors: unknown[]
}
type Graph = {
  node: { attribute: Attribute[] }[]
  initializer: Tensor[]
  input: { name?: string }[]
  output: { name?: string }[]
  sparse_initializer: unknown[]
}
type Model = { graph: Graph[]; opset_import: { domain?: string }[]; training_info: unknown[]; functions: unknown[] }

const inputs = ['input', 'input_lengths', 'scales']
/** `sid` chooses one of several speakers. */
const optionalInput = 'sid'
/** The standard's own operators. */
const domains = ['', 'ai.onnx']

/** The reason why a file is no model that Piper made, as the end of a sentence; undefined when it looks like one. */
export function modelFault(bytes: Uint8Array): string | undefined {
  let model: Model
  try {
    model = Model.decode(bytes) as unknown as Model
  } catch {
    return 'it is no ONNX model'
  }
  const { graph: graphs } = model
  if (!graphs.some(({ node }) => node.length > 0)) return 'it is no ONNX model'
  if (model.functions.length + model.training_info.length > 0) return 'it brings functions or training of its own'
  const foreign = model.opset_import.find(({ domain = '' }) => !domains.includes(domain))
  if (foreign) return 'it needs operators that are not of the standard'
  const fault = graphs.map(graphFault).find((one) => one !== undefined)
  if (fault) return fault
  const namesOf = (of: 'input' | 'output') => graphs.flatMap((graph) => graph[of].map(({ name = '' }) => name))
  const given = namesOf('input').filter((name) => name !== optionalInput)
  if (given.toSorted().join() !== inputs.toSorted().join()) return `its inputs are not ${inputs.join(', ')}`
  if (!namesOf('output').includes('output')) return 'it has no output of this name: output'
  return undefined
}

function graphFault({ node, initializer, sparse_initializer }: Graph): string | undefined {
  const attributes = node.flatMap(({ attribute }) => attribute)
  const tensors = [...initializer, ...attributes.flatMap(({ t, tensors }) => [...t, ...tensors])]
  if (
    tensors.some(({ external_data, data_location }) => external_data.length > 0 || data_location.some((at) => at !== 0))
  )
    return 'it takes weights from other files'
  if (
    sparse_initializer.length > 0 ||
    attributes.some((one) => one.sparse_tensor.length + one.sparse_tensors.length > 0)
  )
    return 'it has sparse weights'
  const graphs = attributes.flatMap(({ g, graphs }) => [...g, ...graphs])
  return graphs.map(graphFault).find((fault) => fault !== undefined)
}
