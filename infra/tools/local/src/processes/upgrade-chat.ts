import type { Report } from '../report.ts'
import { messageOf } from '../start-error.ts'
import type { SupervisedProcess } from '../supervision/supervised-process.ts'

/** Longer than the time in which chat itself ends: replies in flight are finished, or given back to the next process. */
const stopWithinMs = 8000

type Upgrade = {
  /** Resolves with the path of the better model. */
  fetchGood: () => Promise<string>
  chat: SupervisedProcess
  /** The environment of chat with the model at a path. */
  envWith: (chatModelPath: string) => Record<string, string>
  report: Report
  /** Aborted while the platform stops. */
  signal: AbortSignal
}

/**
 * Fetches the good chat model beside a platform that runs, and restarts chat with it. Never rejects: whatever fails, the small model goes on
 * answering.
 */
export async function upgradeChat({ fetchGood, chat, envWith, report, signal }: Upgrade): Promise<void> {
  try {
    const env = envWith(await fetchGood())
    if (signal.aborted) return
    report('Chat starts again, with the good model.')
    await chat.restart({ env, withinMs: stopWithinMs })
    report('The good chat model answers.')
  } catch (error) {
    if (!signal.aborted) report(`The small chat model goes on answering: ${messageOf(error)}`)
  }
}
