import { join } from 'node:path'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import { mustFind } from '../../domain/find-voice.ts'
import type { SpeechProvider, Voice } from '../../domain/voice.ts'
import type { PiperEngine } from '../../engines/piper/open-piper.ts'
import { speakByPiper } from '../speak-by-piper.ts'
import { checkedVoice } from './check-voice.ts'
import { createEnginePool, type EnginePool } from './engine-pool.ts'
import { voiceFilesIn } from './voice-files.ts'

/** Engines in memory at once, of some 300 MB each; more only while as many speak. */
const maxEngines = 3

type Options = {
  /** The folder, in which an operator puts `<id>.onnx`, `<id>.onnx.json` and, as he likes, `<id>.voice.json`. */
  dir: string
  log: Log
  /** Whether an id is that of another voice of this machine. */
  isTaken(id: string): boolean
  pool?: EnginePool
  /** A voice is listed two looks and a check (2 s) after its files are there. */
  lookEveryMs?: number
}

/** Files that were checked; `voice` is absent where they were refused. */
type Checked = { mark: string; voice?: Voice }

/**
 * Piper's voices that an operator drops into a folder while the process runs. Each is checked before it is listed; one that is refused is in
 * the log once, with the reason, and is looked at again when one of its files has changed. The settings act as on the voice `joe`.
 */
export function openDroppedVoices({
  dir,
  log,
  isTaken,
  pool = createEnginePool(maxEngines),
  lookEveryMs = 700,
}: Options): SpeechProvider {
  const checked = new Map<string, Checked>()
  let lastMarks = new Map<string, string>()
  let lastRefused = new Map<string, string>()
  const closing = new AbortController()
  let isAway = false
  const modelOf = (id: string) => join(dir, `${id}.onnx`)
  const voices = () => [...checked.values()].flatMap(({ voice }) => voice ?? [])

  async function look(): Promise<void> {
    const files = await voiceFilesIn(dir).catch((error: unknown) => {
      if (!isAway) log.warn({ err: error }, 'the folder of dropped voices cannot be read')
      return undefined
    })
    // The list stays as it is: the folder may be on a disk that is away for a moment.
    isAway = files === undefined
    if (!files) return
    for (const [name, reason] of files.refused) if (!lastRefused.has(name)) refuse(name, reason)
    lastRefused = files.refused
    const marks = new Map(files.found.map(({ id, mark }) => [id, mark]))
    for (const id of [...checked.keys()].filter((one) => !marks.has(one))) await forget(id)
    // Files that are still being copied change from look to look.
    const stable = files.found.filter(({ id, mark }) => lastMarks.get(id) === mark)
    lastMarks = marks
    for (const { id, mark } of stable) if (checked.get(id)?.mark !== mark) await check(id, mark)
  }

  async function check(id: string, mark: string): Promise<void> {
    await pool.drop(modelOf(id))
    try {
      if (isTaken(id)) throw new Error('another voice has this id')
      const voice = await checkedVoice(dir, id, { pool, closing: closing.signal })
      checked.set(id, { mark, voice })
      log.info({ voice: id, model: voice.model }, 'a voice was dropped in')
    } catch (error) {
      if (closing.signal.aborted) return
      checked.set(id, { mark })
      await pool.drop(modelOf(id))
      refuse(`${id}.onnx`, error instanceof Error ? error.message : String(error))
    }
  }

  async function forget(id: string): Promise<void> {
    checked.delete(id)
    await pool.drop(modelOf(id))
    log.info({ voice: id }, 'a voice was taken out')
  }

  const refuse = (file: string, reason: string) =>
    log.warn({ file, reason }, 'a voice that was dropped in cannot speak')

  const looking = repeatEvery(lookEveryMs, 'dropped voices', log, look)
  return {
    name: 'dropped',
    voices: async () => voices(),
    async *speak(request, { signal }) {
      const { id, languages } = mustFind(voices(), request.voiceId)
      const call: PiperEngine['call'] = (piece, options) =>
        pool.use(modelOf(id), (engine) => engine.call(piece, options))
      yield* speakByPiper(call, { ...request, languages, signal })
    },
    async close() {
      closing.abort(new Error('The voices are closed'))
      await looking[Symbol.asyncDispose]()
      await pool.close()
    },
  }
}
