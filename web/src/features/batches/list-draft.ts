import type { VoiceJobValues } from '../playground/voice-job.ts'

/** A list as it is written, whether it was pasted or came from a file: its faults are mended in it. */
export interface ListSource {
  text: string
  /** Name of the file, by which its format is known. */
  name?: string | undefined
  values?: VoiceJobValues | undefined
}

/** Name of the draft that the list of a new batch is kept as. */
export const listDraft = 'new-batch'

/** Leaves a list for the screen that makes batches, which opens with it. */
export function leaveList(source: ListSource): void {
  try {
    sessionStorage.setItem(`draft:${listDraft}`, JSON.stringify(source))
  } catch {
    // Full or forbidden: the screen opens empty.
  }
}
