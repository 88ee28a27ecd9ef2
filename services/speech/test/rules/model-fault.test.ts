import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelFault } from '../../src/engines/piper/model-fault.ts'
import { localVoiceDir } from '../support/local-voice.ts'
import { aGraph, elsewhere, onnxOf } from '../support/onnx.ts'

const inside = (attribute: object) => onnxOf(aGraph({ node: [{ op_type: 'If', attribute: [attribute] }] }))

test('a model of Piper is one, with one speaker or several', async () => {
  expect(modelFault(await readFile(join(await localVoiceDir(), 'model.onnx')))).toBeUndefined()
  const several = ['scales', 'input', 'sid', 'input_lengths'].map((name) => ({ name }))
  expect(modelFault(onnxOf(aGraph({ input: several })))).toBeUndefined()
})

test.each([
  ['text', new TextEncoder().encode('This is no model.'), 'it is no ONNX model'],
  ['nothing', new Uint8Array(), 'it is no ONNX model'],
  ['weights in another file', onnxOf(aGraph({ initializer: [elsewhere] })), 'it takes weights from other files'],
  ['a constant in another file', inside({ t: elsewhere }), 'it takes weights from other files'],
  ['the same in a branch', inside({ g: aGraph({ initializer: [elsewhere] }) }), 'it takes weights from other files'],
  [
    'the same in a graph that a second one hides from readers that keep the last',
    Buffer.concat([onnxOf(aGraph({ initializer: [elsewhere] })), onnxOf(aGraph())]),
    'it takes weights from other files',
  ],
  ['sparse weights', onnxOf(aGraph({ sparse_initializer: [{ name: 'a' }] })), 'it has sparse weights'],
  ['a sparse constant', inside({ sparse_tensor: { name: 'a' } }), 'it has sparse weights'],
  ['functions', onnxOf(aGraph(), { functions: [{ name: 'f' }] }), 'it brings functions or training of its own'],
  ['training', onnxOf(aGraph(), { training_info: [{}] }), 'it brings functions or training of its own'],
  [
    'operators of its own',
    onnxOf(aGraph(), { opset_import: [{ domain: 'com.example' }] }),
    'it needs operators that are not of the standard',
  ],
  ['other inputs', onnxOf(aGraph({ input: [{ name: 'tokens' }] })), 'its inputs are not input, input_lengths, scales'],
  ['no output', onnxOf(aGraph({ output: [] })), 'it has no output of this name: output'],
])('%s is refused', (_, bytes, fault) => {
  expect(modelFault(bytes)).toBe(fault)
})
