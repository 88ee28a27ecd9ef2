import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { serveEngine } from '../serve-engine.ts'
import { modelFault } from './model-fault.ts'

export type ModelCheck = { digest: string; fault?: string }

/** Looks into a model without running it, in a process of its own: reading a hostile file may take it down. */
serveEngine<{ path: string }, ModelCheck>(async ({ path }) => {
  const bytes = await readFile(path)
  const fault = modelFault(bytes)
  return { digest: createHash('sha256').update(bytes).digest('hex').slice(0, 12), ...(fault && { fault }) }
})
