import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withFloatWeights } from '../../src/engines/float-weights.ts'
import { withGraph } from '../../src/engines/onnx-model.ts'
import { kokoroDir } from '../support/local-voice.ts'

const model = await readFile(join(await kokoroDir(), 'model.onnx'))
const operators = (bytes: Uint8Array): Map<string, number> => {
  const found = new Map<string, number>()
  withGraph(bytes, (graph) => {
    for (const { op_type } of graph.node) found.set(op_type, (found.get(op_type) ?? 0) + 1)
    return graph
  })
  return found
}

test('each product of integers becomes one of floats, and nothing quantises at run time any more', () => {
  const before = operators(model)
  const after = operators(withFloatWeights(model, 'audio'))
  const count = (name: string) => after.get(name) ?? 0
  expect(before.get('MatMulInteger')).toBeGreaterThan(100)
  expect(count('MatMul')).toBe((before.get('MatMul') ?? 0) + (before.get('MatMulInteger') ?? 0))
  expect(count('Conv')).toBe((before.get('Conv') ?? 0) + (before.get('ConvInteger') ?? 0))
  expect(count('LSTM')).toBe(before.get('DynamicQuantizeLSTM'))
  for (const integer of ['MatMulInteger', 'ConvInteger', 'DynamicQuantizeLSTM', 'DynamicQuantizeLinear'])
    expect(count(integer)).toBe(0)
})

test('a graph that is not as the quantiser writes it is refused, in place of being spoken wrongly', () => {
  const renamed = withGraph(model, (graph) => {
    for (const node of graph.node) if (node.op_type === 'Cast') node.op_type = 'Identity'
    return graph
  })
  expect(() => withFloatWeights(renamed, 'audio')).toThrow('is not as quantize_dynamic writes it')
})

test('bytes that are no model are refused', () => {
  expect(() => withFloatWeights(Buffer.from('no model'), 'audio')).toThrow()
})
