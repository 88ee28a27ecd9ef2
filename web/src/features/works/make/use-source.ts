import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { readDraft, useDraft } from '../../../lib/drafts.ts'
import { t } from '../../../lib/language/words.ts'
import { exampleText } from './example.ts'
import { fileOfText, keepFile } from './work-file.ts'

/** A text or a file that a work is made of, and what was chosen for it. */
export interface Source {
  /** As it was pasted, and is edited here. */
  text: string
  /** Read by the server; it is in place of the text. */
  file?: File | undefined
  /** As typed; absent: the one that was read. */
  title?: string | undefined
  voiceId?: string | undefined
  /** Voices of the names that are speakers. */
  speakers?: Record<string, string> | undefined
  /** Voices of the chapters, in their order; null, and one that is missing at the end: that of the work. */
  chapterVoices?: (string | null)[] | undefined
}

const draft = 'new-work'
/** A longer one would fill the browser's storage. */
const maxKept = 200_000
const optional = z.optional(z.string())
const KeptSource = z.object({
  ...{ text: z.string(), title: optional, voiceId: optional },
  speakers: z.optional(z.record(z.string(), z.string())),
  chapterVoices: z.optional(z.array(z.nullable(z.string()))),
})

/** The text of a new work, kept in this tab, or its file, which no storage of a tab holds. */
export function useSource() {
  const [source, setSource] = useState<Source | undefined>(() => KeptSource.safeParse(readDraft(draft)).data)
  const [fault, setFault] = useState<string>()
  useDraft(draft, source && !source.file && source.text.length <= maxKept ? source : null)
  const text = useDeferredValue(source?.file ? '' : (source?.text ?? ''))
  const typed = useMemo(() => (text.trim() === '' ? undefined : fileOfText(text)), [text])
  const take = (next: Source | undefined) => {
    setFault(undefined)
    setSource(next)
  }
  /** Another title, voice or text. */
  const change = useCallback((next: Partial<Source>) => setSource((before) => ({ text: '', ...before, ...next })), [])
  return {
    source,
    /** Its file, or its text as one, a moment after that has changed; absent: there is nothing yet. */
    file: source?.file ?? typed,
    /** Why a file was not taken. */
    fault,
    change,
    tryExample: () => take({ text: exampleText }),
    clear: () => take(undefined),
    takeFile: async (file: File) => {
      try {
        take({ text: '', file: await keepFile(file) })
      } catch (error) {
        setFault(error instanceof Error ? error.message : t('The file could not be read'))
      }
    },
    /** The server did not take the file: another may be chosen. */
    refuseFile: useCallback((sentence: string) => {
      setFault(sentence)
      setSource(undefined)
    }, []),
  }
}

export type SourceState = ReturnType<typeof useSource>
