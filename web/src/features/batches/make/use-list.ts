import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { readDraft, useDraft } from '../../../lib/drafts.ts'
import { VoiceJobDraft, type VoiceJobValues } from '../../playground/voice-job.ts'

/** A list as it is written, whether it was pasted or came from a file: its faults are mended in it. */
export interface ListSource {
  text: string
  /** Name of the file, by which its format is known. */
  name?: string | undefined
  values?: VoiceJobValues | undefined
}

const draft = 'new-batch'
/** A longer one would fill the browser's storage. */
const maxKept = 200_000
export const maxListBytes = 2 * 1024 ** 2
/** Names of the files that a dialog offers. */
export const listTypes = '.csv,.tsv,.jsonl,.ndjson,.txt'
const KeptList = z.object({ text: z.string(), name: z.optional(z.string()), values: z.optional(VoiceJobDraft) })

export const exampleList = `text,voice
The sea is salty.,
"The harbour of Senn has one lamp, and it is lit at six.",
Boats that come home early have a reason.,`

/** Leaves a list for the screen that makes batches, which opens with it. */
export function leaveList(source: ListSource): void {
  try {
    sessionStorage.setItem(`draft:${draft}`, JSON.stringify(source))
  } catch {
    // Full or forbidden: the screen opens empty.
  }
}

/** The list of a new batch, kept in this tab. */
export function useList() {
  const [source, setSource] = useState<ListSource | undefined>(() => KeptList.safeParse(readDraft(draft)).data)
  const [fault, setFault] = useState<string>()
  useDraft(draft, source && source.text.length <= maxKept ? source : null)
  const take = (next: ListSource | undefined) => {
    setFault(undefined)
    setSource(next)
  }
  return {
    source,
    /** Why a file was not taken. */
    fault,
    take,
    change: useCallback((next: Partial<ListSource>) => setSource((before) => ({ text: '', ...before, ...next })), []),
    clear: () => take(undefined),
    takeFile: async (file: File) => {
      const text = await textOf(file).catch((error: Error) => {
        setFault(error.message)
      })
      if (text !== undefined) take({ text, name: file.name })
    },
  }
}

export type ListState = ReturnType<typeof useList>

async function textOf(file: File): Promise<string> {
  if (file.size > maxListBytes) throw new Error(`This file is larger than ${maxListBytes / 1024 ** 2} MB`)
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error('The file could not be read')
  })
  try {
    // Fatal: a file in another encoding would lose letters without a word.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.trim() === '') throw new RangeError()
    return text
  } catch (error) {
    throw new Error(error instanceof RangeError ? 'This file is empty' : 'This file is no text in UTF-8')
  }
}
