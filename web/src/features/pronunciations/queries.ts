import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Pronunciation, type PronunciationList, PronunciationsView } from '@utter/contracts/http/pronunciations'
import { request } from '../../lib/server/http.ts'
import { resource } from '../../lib/server/resource.ts'
import { madeSample } from '../player/use-made-samples.ts'

export const pronunciationsQuery = resource(['/api', 'pronunciations?kept=true'], PronunciationsView)

/** An entry as the server shows it. */
export type ListEntry = PronunciationsView['entries'][number]
/** An entry to be heard, free. */
export const entrySample = (entry: Pronunciation) => madeSample('/api/pronunciations/sample', { entry })

/** The whole list, of what it is at this moment. */
export type Change = (entries: ListEntry[]) => PronunciationList['entries']

/**
 * A function that changes the list. It is read first, so that an entry of another tab stays; the server takes it as a whole.
 * @returns the new list
 */
export function useChangeList(): (change: Change) => Promise<PronunciationsView> {
  const client = useQueryClient()
  return (change) => changed(client, change)
}

async function changed(client: QueryClient, change: Change): Promise<PronunciationsView> {
  const { entries } = await client.fetchQuery({ ...pronunciationsQuery, staleTime: 0 })
  const answer = await request('PUT', '/api/pronunciations', { body: { entries: change(entries) } })
  const view = PronunciationsView.parse(answer)
  client.setQueryData(pronunciationsQuery.queryKey, view)
  return view
}

const tellsApart = ({ from, caseSensitive, wholeWord, language }: ListEntry) =>
  JSON.stringify([from, caseSensitive, wholeWord, language])

export const isSame = (one: ListEntry, other: ListEntry): boolean => tellsApart(one) === tellsApart(other)
