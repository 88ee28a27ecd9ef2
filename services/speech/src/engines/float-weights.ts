import { type OnnxGraph, type OnnxNode, withGraph, withOutput } from './onnx-model.ts'

/** ONNX's numbers of an attribute's type. */
const attributeType = { int: 2, ints: 7 }

/**
 * A dynamically quantised model, of which `MatMulInteger`, `ConvInteger` and `DynamicQuantizeLSTM` are put back to the float operators that
 * they were made from; the integer weights stay in the file, each behind a `DequantizeLinear`, which the runtime works out once when it
 * loads. Speaks as before, at half the cost. Shapes of the patterns: ONNX Runtime's `quantize_dynamic`.
 * @param output the graph's output; nodes that it does not need any more are left out
 * @param inside a value on the way to it that the graph gives too, if it has one of that name
 * @throws Error where a node is not as that tool writes it
 */
export const withFloatWeights = (model: Uint8Array, output: string, inside = ''): Uint8Array =>
  withGraph(model, (graph) => withOutput(pruned(floated(graph), output), inside))

function floated(graph: OnnxGraph): OnnxGraph {
  const { producer, onlyConsumer, constants } = index(graph)
  const weights: OnnxNode[] = []
  const replaced = new Map<OnnxNode, OnnxNode | undefined>()

  const weight = (input: string, [scale, zeroPoint]: [string, string], axis?: number): string => {
    const output = `${input}_float`
    if (!weights.some((node) => node.output[0] === output))
      weights.push({
        ...{ input: [input, scale, zeroPoint], output: [output], name: output, op_type: 'DequantizeLinear' },
        attribute: axis === undefined ? [] : [{ name: 'axis', i: axis, type: attributeType.int }],
      })
    return output
  }

  /** The row integer operator, `Add` of an integer bias where there is one, `Cast`, `Mul` by both scales: one float operator in the place of the `Mul`. */
  const foldProduct = (node: OnnxNode, opType: 'MatMul' | 'Conv') => {
    let next = onlyConsumer(node)
    replaced.set(node, undefined)
    const bias = next.op_type === 'Add' ? originOf(other(next, node)) : undefined
    if (bias !== undefined) {
      replaced.set(next, undefined)
      next = onlyConsumer(next)
    }
    const multiply = onlyConsumer(next)
    if (next.op_type !== 'Cast' || multiply.op_type !== 'Mul') throw unlike(node)
    replaced.set(next, undefined)
    const scale = producer(other(multiply, next)).input.find((name) => constants.has(name))
    const [activation = '', quantised = '', , zeroPoint = ''] = node.input
    const [input] = producer(activation).input
    if (scale === undefined || input === undefined) throw unlike(node)
    const float = weight(quantised, [scale, zeroPoint], opType === 'MatMul' ? 1 : undefined)
    replaced.set(multiply, {
      ...{ input: [input, float, ...(bias === undefined ? [] : [bias])], output: multiply.output, op_type: opType },
      ...{ name: `${node.name}_float`, attribute: node.attribute },
    })
  }

  /** Its weights are [directions, inputs, gates], those of `LSTM` [directions, gates, inputs]. */
  const foldLstm = (node: OnnxNode) => {
    const [
      x = '',
      w = '',
      r = '',
      b = '',
      lengths = '',
      h = '',
      c = '',
      p = '',
      wScale = '',
      wZero = '',
      rScale = '',
      rZero = '',
    ] = node.input
    const turned = (name: string, quantised: [string, string]): string => {
      const input = weight(name, quantised, 0)
      weights.push({
        ...{ input: [input], output: [`${input}_turned`], name: `${input}_turned`, op_type: 'Transpose' },
        attribute: [{ name: 'perm', ints: [0, 2, 1], type: attributeType.ints }],
      })
      return `${input}_turned`
    }
    const input = [x, turned(w, [wScale, wZero]), turned(r, [rScale, rZero]), b, lengths, h, c, p]
    replaced.set(node, { ...node, input, op_type: 'LSTM', domain: '' })
  }

  /** The constant at the beginning of what is made from it alone: the float bias, before it was made an integer. */
  const originOf = (name: string): string => (constants.has(name) ? name : originOf(producer(name).input[0] ?? ''))

  for (const node of graph.node) {
    if (node.op_type === 'MatMulInteger') foldProduct(node, 'MatMul')
    if (node.op_type === 'ConvInteger') foldProduct(node, 'Conv')
    if (node.op_type === 'DynamicQuantizeLSTM') foldLstm(node)
  }
  const nodes = graph.node.map((node) => (replaced.has(node) ? replaced.get(node) : node)).filter((node) => !!node)
  return { ...graph, node: [...weights, ...nodes] }
}

function index({ node: nodes, initializer }: OnnxGraph) {
  const producers = new Map(nodes.flatMap((node) => node.output.map((name) => [name, node])))
  const consumers = Map.groupBy(
    nodes.flatMap((node) => node.input.map((name) => ({ name, node }))),
    ({ name }) => name,
  )
  const producer = (name: string): OnnxNode => {
    const node = producers.get(name)
    if (!node) throw new Error(`The model makes no ${name}`)
    return node
  }
  const onlyConsumer = (node: OnnxNode): OnnxNode => {
    const [one, second] = consumers.get(node.output[0] ?? '') ?? []
    if (!one || second) throw unlike(node)
    return one.node
  }
  return { producer, onlyConsumer, constants: new Set(initializer.map(({ name }) => name)) }
}

/** The input of a node with two that is not what `from` puts out. */
const other = (node: OnnxNode, from: OnnxNode): string => node.input.find((name) => name !== from.output[0]) ?? ''

const unlike = ({ name, op_type }: OnnxNode) => new Error(`${op_type} ${name} is not as quantize_dynamic writes it`)

/** Without the nodes and constants that the output does not need, and without the shapes of values that are gone. */
function pruned(graph: OnnxGraph, output: string): OnnxGraph {
  const producers = new Map(graph.node.flatMap((node) => node.output.map((name) => [name, node])))
  const needed = new Set<string>()
  const open = [output]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (needed.has(name)) continue
    needed.add(name)
    open.push(...(producers.get(name)?.input ?? []))
  }
  return {
    ...graph,
    node: graph.node.filter((node) => node.output.some((name) => needed.has(name))),
    initializer: graph.initializer.filter(({ name }) => needed.has(name)),
    value_info: [],
  }
}
