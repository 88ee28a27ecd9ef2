import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { readDraft, useDraft } from '../../../lib/drafts.ts'
import { t } from '../../../lib/language/words.ts'
import { type ListSource, listDraft } from '../list-draft.ts'

export type { ListSource } from '../list-draft.ts'

/** A longer one would fill the browser's storage. */
const maxKept = 200_000
export const maxListBytes = 2 * 1024 ** 2
/** Names of the files that a dialog offers. */
export const listTypes = '.csv,.tsv,.jsonl,.ndjson,.txt'
const KeptList = z.object({
  text: z.string(),
  name: z.optional(z.string()),
  values: z.optional(z.custom<ListSource['values']>()),
})

export const exampleList = `text,voice
The sea is salty.,
"The harbour of Senn has one lamp, and it is lit at six.",
Boats that come home early have a reason.,`

/** The list of a new batch, kept in this tab. */
export function useList() {
  const [source, setSource] = useState<ListSource | undefined>(() => KeptList.safeParse(readDraft(listDraft)).data)
  const [fault, setFault] = useState<string>()
  useDraft(listDraft, source && source.text.length <= maxKept ? source : null)
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
  if (file.size > maxListBytes)
    throw new Error(t('This file is larger than {max}', { max: `${maxListBytes / 1024 ** 2} MB` }))
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(t('The file could not be read'))
  })
  try {
    // Fatal: a file in another encoding would lose letters without a word.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.trim() === '') throw new RangeError()
    return text
  } catch (error) {
    throw new Error(error instanceof RangeError ? t('This file is empty') : t('This file is no text in UTF-8'))
  }
}
