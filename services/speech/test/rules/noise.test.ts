import { expect, test } from 'vitest'
import { noiseOf } from '../../src/engines/piper/noise.ts'
import { withNoiseInputs } from '../../src/engines/piper/noise-graph.ts'

test('noise is of a normal distribution', () => {
  const noise = noiseOf(7, 'a', 200_001)
  expect(noise).toHaveLength(200_001)
  const moment = (power: number) => noise.reduce((sum, value) => sum + value ** power, 0) / noise.length
  expect(moment(1)).toBeCloseTo(0, 1)
  expect(moment(2)).toBeCloseTo(1, 1)
  expect(Math.abs(moment(3))).toBeLessThan(0.1)
  expect(moment(4)).toBeGreaterThan(2.8)
  expect(moment(4)).toBeLessThan(3.2)
  expect(noise.every(Number.isFinite)).toBe(true)
})

test('a seed and a name decide it, on every machine, and a longer row begins as a shorter one', () => {
  const first = noiseOf(7, 'a', 6)
  expect([...first].map((value) => value.toFixed(4))).toEqual([
    ...['-0.5821', '-0.4695', '-0.0850', '0.8666', '0.5139', '0.7131'],
  ])
  expect(noiseOf(7, 'a', 1_000).subarray(0, 6)).toEqual(first)
  expect(noiseOf(7, 'a', 5)).toEqual(first.subarray(0, 5))
  for (const other of [noiseOf(8, 'a', 6), noiseOf(7, 'b', 6)]) expect(other).not.toEqual(first)
})

test('nodes that make noise take it from inputs; those of a mean or a scale of their own stay, as does a graph without any', () => {
  const node = (opType: string, attributes: string[] = []) => ({
    ...{ input: ['x'], output: [`of ${opType} ${attributes}`], name: 'n', op_type: opType },
    attribute: attributes.map((name) => ({ name, type: 1 })),
  })
  const graph = (...nodes: ReturnType<typeof node>[]) => ({
    ...{ node: nodes, initializer: [], value_info: [], input: [], output: [] },
  })
  const kept = [node('Add'), node('RandomNormalLike', ['dtype', 'scale'])]
  const changed = withNoiseInputs(graph(kept[0] as never, node('RandomNormalLike', ['dtype']), kept[1] as never))
  expect(changed.inputs).toEqual(['noise_0'])
  expect(changed.graph.input).toHaveLength(1)
  const types = changed.graph.node.map(({ op_type }) => op_type)
  expect(types.filter((type) => type === 'RandomNormalLike')).toHaveLength(1)
  // The value has its name, so that what needs it finds it.
  expect(changed.graph.node.find(({ op_type }) => op_type === 'Reshape')?.output).toEqual(['of RandomNormalLike dtype'])
  expect(withNoiseInputs(graph(...kept))).toEqual({ graph: graph(...kept), inputs: [] })
})
