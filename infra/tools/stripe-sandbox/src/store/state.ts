import { readFile } from 'node:fs/promises'
import { Writer } from 'steno'
import { type Kind, prefixes } from './ids.ts'
import type { Records } from './records/records.ts'

export type DeliverySettings = { duplicate: boolean; delay_ms: number; shuffle: boolean; paused: boolean }
/** An event on its way to an endpoint. Times in milliseconds of the sandbox's clock. */
export type Delivery = {
  event: string
  endpoint: string
  dueMs: number
  attempts: number
  firstAttemptMs: number | null
}
/** An answer that the same idempotency key gets again. */
export type KeptAnswer = { path: string; params: string; status: number; body: string; at: number }

export type State = {
  format: 1
  /** Milliseconds by which the sandbox's clock is ahead of the machine's. */
  clockAheadMs: number
  records: { [K in Kind]: Record<string, Records[K]> }
  invoiceNumber: number
  delivery: DeliverySettings
  deliveries: Delivery[]
  answers: Record<string, KeptAnswer>
}

export const emptyState = (): State => ({
  format: 1,
  clockAheadMs: 0,
  records: Object.fromEntries(Object.keys(prefixes).map((kind) => [kind, {}])) as State['records'],
  invoiceNumber: 1,
  delivery: { duplicate: false, delay_ms: 0, shuffle: false, paused: false },
  deliveries: [],
  answers: {},
})

export type StateFile = { state: State; save(): Promise<void> }

/** The state in one JSON file, written atomically; without a file it is in memory alone. */
export async function openState(file: string | undefined): Promise<StateFile> {
  if (!file) return { state: emptyState(), save: async () => {} }
  const state = await read(file)
  const writer = new Writer(file)
  return { state, save: () => writer.write(JSON.stringify(state)) }
}

async function read(file: string): Promise<State> {
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as State
    if (kept.format !== 1) throw new Error(`its format is ${kept.format}, and this sandbox knows 1`)
    // A file of before has no objects of a kind that came later.
    return { ...kept, records: { ...emptyState().records, ...kept.records } }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return emptyState()
    throw new Error(`The sandbox's state in ${file} can't be read: remove it to begin anew`, { cause: error })
  }
}
