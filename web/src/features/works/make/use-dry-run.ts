import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { WorkFileDryRun } from '@utter/contracts/http/works/views'
import { useEffect, useState } from 'react'
import { isSameVoices } from './chosen-voices.ts'
import { askPrice, retryOfFile, type WorkDraft } from './send-work.ts'

/** A pause in typing, or between two voices, after which the price is asked. */
const settleMs = 1_000

type Asked = Omit<WorkDraft, 'title'>

const isSame = (one: Asked | undefined, other: Asked | undefined) =>
  one?.file === other?.file && one?.voiceId === other?.voiceId && isSameVoices(one ?? {}, other ?? {})

/**
 * The price of a work, and what was read in its file: asked when its text and voices rest for a moment, and at once for a file that was chosen.
 * @param draft undefined: it cannot be made
 */
export function useDryRun(draft: (Asked & { isTyped: boolean }) | undefined) {
  const [asked, setAsked] = useState<{ draft: Asked | undefined; version: number }>({ draft: undefined, version: 0 })
  const [sent, setSent] = useState(0)
  const [read, setRead] = useState<Asked & { price: WorkFileDryRun }>()
  const { file, voiceId, speakers, chapterVoices, isTyped = false } = draft ?? {}
  const isNewFile = !isTyped && asked.draft?.file !== file
  useEffect(() => {
    const voices = {
      ...(speakers !== undefined && { speakers }),
      ...(chapterVoices !== undefined && { chapterVoices }),
    }
    const next = file && voiceId !== undefined ? { file, voiceId, ...voices } : undefined
    const ask = () =>
      setAsked((before) => (isSame(before.draft, next) ? before : { draft: next, version: before.version + 1 }))
    const timer = setTimeout(ask, isNewFile ? 0 : settleMs)
    return () => clearTimeout(timer)
  }, [file, voiceId, speakers, chapterVoices, isNewFile])
  const query = useQuery({
    queryKey: ['/api', 'works?dryRun=true', asked.version],
    queryFn: async ({ signal }) => {
      if (!asked.draft) throw new Error('Nothing was asked')
      setSent(0)
      const price = await askPrice(asked.draft, { signal, onProgress: setSent })
      setRead({ ...asked.draft, price })
      return price
    },
    enabled: asked.draft !== undefined,
    ...retryOfFile,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isRest = isSame(asked.draft, draft)
  return {
    price: draft ? query.data : undefined,
    /** Read in the file, also where the voice of now was refused; of a text that is typed, when it last rested. */
    contents: file && (isTyped || read?.file === file) ? read?.price : undefined,
    error: isRest ? query.error : null,
    isAsking: draft !== undefined && (!isRest || query.isFetching),
    /** The share of a file that is sent, from 0 to 1. */
    sent,
    askAgain: () => void query.refetch(),
  }
}
