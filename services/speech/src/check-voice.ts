import { basename, dirname, resolve } from 'node:path'
import { checkedVoice } from './providers/dropped/check-voice.ts'
import { createEnginePool } from './providers/dropped/engine-pool.ts'

// `check-voice.ts FILE.onnx`: whether a voice could be dropped in, by the same check.
const [file = ''] = process.argv.slice(2)
const path = resolve(file)
const pool = createEnginePool(1)
try {
  if (!file.endsWith('.onnx')) throw new Error('name its file, which ends in .onnx')
  const closing = new AbortController().signal
  const { name, description } = await checkedVoice(dirname(path), basename(path, '.onnx'), { pool, closing })
  console.log(`${name} can be dropped in: ${description}.`)
} catch (error) {
  console.error(`This voice cannot speak: ${error instanceof Error ? error.message : String(error)}.`)
  process.exitCode = 1
} finally {
  await pool.close()
}
