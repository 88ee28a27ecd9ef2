import type { OnnxGraph, OnnxNode } from '../onnx-model.ts'

/** ONNX's number of 64-bit integers. */
const int64 = 7

/**
 * A graph that takes its noise from inputs, in place of the nodes that make it: `noise_0`, `noise_1` …, a row of floats each, which is repeated where a node
 * needs more. So the same noise gives the same sound. Nodes with a mean or a scale of their own stay.
 */
export function withNoiseInputs(graph: OnnxGraph): { graph: OnnxGraph; inputs: string[] } {
  const inputs: string[] = []
  const node = graph.node.flatMap((one) => {
    const isPlain = one.attribute.every(({ name }) => name === 'dtype')
    const [like = ''] = one.input
    if (one.op_type !== 'RandomNormalLike' || !isPlain) return [one]
    const name = `noise_${inputs.length}`
    inputs.push(name)
    return taking(name, like, one.output)
  })
  if (inputs.length === 0) return { graph, inputs }
  const initializer = [
    ...graph.initializer,
    { name: 'noise_zero', dims: [1], data_type: int64, int64_data: [0] },
    { name: 'noise_one', dims: [1], data_type: int64, int64_data: [1] },
  ]
  return { graph: { ...graph, node, initializer, input: [...graph.input, ...inputs.map(rowInfo)] }, inputs }
}

/** Nodes that make the beginning of a row the value of a shape, the row repeated as often as that needs. */
function taking(row: string, like: string, output: string[]): OnnxNode[] {
  const node = (opType: string, input: string[], name: string): OnnxNode => ({
    ...{ input, output: [`${row}_${name}`], name: `${row}_${name}`, op_type: opType, attribute: [] },
  })
  const whole = node('Reshape', [`${row}_begin`, `${row}_shape`], 'like')
  return [
    node('Shape', [like], 'shape'),
    node('ReduceProd', [`${row}_shape`], 'wanted'),
    node('Shape', [row], 'given'),
    node('Add', [`${row}_wanted`, `${row}_given`], 'sum'),
    node('Sub', [`${row}_sum`, 'noise_one'], 'rounded'),
    node('Div', [`${row}_rounded`, `${row}_given`], 'times'),
    node('Tile', [row, `${row}_times`], 'long'),
    node('Slice', [`${row}_long`, 'noise_zero', `${row}_wanted`], 'begin'),
    { ...whole, output },
  ]
}

/** A `ValueInfoProto` of a row of floats: its name, and of its type the elements' and a shape of one named dimension. */
function rowInfo(name: string): Uint8Array {
  const field = (tag: number, bytes: Uint8Array | number[]) => Buffer.from([tag, bytes.length, ...bytes])
  const dimension = field(0x0a, field(0x12, Buffer.from(`${name}_length`)))
  const tensor = Buffer.concat([Buffer.from([0x08, 0x01]), field(0x12, dimension)])
  return Buffer.concat([field(0x0a, Buffer.from(name)), field(0x12, field(0x0a, tensor))])
}
