import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ParagraphRequest } from '@utter/contracts/http/works/requests'
import {
  type ChapterRow,
  ParagraphChanged,
  ParagraphVersions,
  type ParagraphView,
} from '@utter/contracts/http/works/views'
import { useMemo } from 'react'
import { request } from '../../../lib/server/http.ts'
import { chapterQuery, workQuery } from '../queries.ts'

interface Change {
  method: 'PUT' | 'POST' | 'DELETE'
  /** Below the chapter. */
  path: string
  body?: unknown
  place: (paragraphs: ParagraphView[], changed: ParagraphView | undefined) => ParagraphView[]
}

export interface ChapterChanges {
  save: (paragraphId: string, body: ParagraphRequest) => Promise<unknown>
  /** @param after the paragraph before it; undefined: it becomes the first */
  insert: (after: string | undefined, body: ParagraphRequest) => Promise<unknown>
  /** By one place: up (-1) or down (1). */
  move: (paragraphId: string, by: -1 | 1) => Promise<unknown>
  remove: (paragraphId: string) => Promise<unknown>
  /** A version of a paragraph is what it is now. Resolves once that is on screen. */
  restore: (versionId: string) => Promise<void>
  /** A paragraph that was just removed is there again, itself and no copy of it. */
  returnRemoved: (paragraphId: string) => Promise<void>
  /** The paragraphs around another, as the page has them. */
  around: (paragraphId: string) => { before: string | undefined; after: string | undefined }
}

/** Changes of a chapter's paragraphs, one after the other. Each is on screen as soon as the server has it. */
export function useChangeChapter(workId: string, chapterId: string): ChapterChanges {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    scope: { id: `${workId}/${chapterId}` },
    mutationFn: async ({ method, path, body }: Change) =>
      ParagraphChanged.parse(await request(method, `/api/works/${workId}/chapters/${chapterId}${path}`, { body })),
    onSuccess: ({ chapter, paragraph }, { place }) =>
      showChangedChapter(client, workId, chapter, (paragraphs) => place(paragraphs, paragraph)),
  })
  return useMemo(() => {
    const present = () => client.getQueryData(chapterQuery(workId, chapterId).queryKey)?.paragraphs ?? []
    const placeOf = (id: string) => present().findIndex(({ paragraphId }) => paragraphId === id)
    const idAt = (index: number) => present()[index]?.paragraphId
    const restore = async (versionId: string) => {
      await mutateAsync({
        ...{ method: 'POST', path: `/versions/${versionId}/restore` },
        place: (all, now) => all.map((one) => (one.paragraphId === now?.paragraphId ? now : one)),
      })
      // The server alone knows the place of one that was removed.
      await client.invalidateQueries({ queryKey: chapterQuery(workId, chapterId).queryKey, exact: true })
    }
    return {
      around: (id) => ({ before: idAt(placeOf(id) - 1), after: idAt(placeOf(id) + 1) }),
      save: (id, body) =>
        mutateAsync({
          ...{ method: 'PUT', path: `/paragraphs/${id}`, body },
          place: (all, changed) => all.map((one) => (one.paragraphId === id && changed ? changed : one)),
        }),
      insert: (after, body) =>
        mutateAsync({
          ...{ method: 'POST', path: '/paragraphs', body: { ...body, after } },
          place: (all, added) => (added ? placedAfter(all, after, added) : all),
        }),
      move: (id, by) => {
        const after = idAt(placeOf(id) + (by === 1 ? 1 : -2))
        return mutateAsync({
          ...{ method: 'POST', path: `/paragraphs/${id}/move`, body: { after } },
          place: (all, moved) => {
            const paragraph = moved ?? all.find(({ paragraphId }) => paragraphId === id)
            return paragraph ? placedAfter(without(all, id), after, paragraph) : all
          },
        })
      },
      remove: (id) => mutateAsync({ method: 'DELETE', path: `/paragraphs/${id}`, place: (all) => without(all, id) }),
      restore,
      returnRemoved: async (id) => {
        const { versions } = ParagraphVersions.parse(
          await request('GET', `/api/works/${workId}/chapters/${chapterId}/versions`),
        )
        const version = versions.find(({ paragraphId }) => paragraphId === id)
        if (version) await restore(version.versionId)
      },
    }
  }, [client, workId, chapterId, mutateAsync])
}

const without = (all: ParagraphView[], id: string) => all.filter(({ paragraphId }) => paragraphId !== id)

const placedAfter = (all: ParagraphView[], after: string | undefined, paragraph: ParagraphView) =>
  all.toSpliced(all.findIndex(({ paragraphId }) => paragraphId === after) + 1, 0, paragraph)

/** Shows the change, and reads again what it does to the paragraphs that are spoken together with the changed one. */
export async function showChangedChapter(
  client: QueryClient,
  workId: string,
  chapter: ChapterRow,
  change: (paragraphs: ParagraphView[]) => ParagraphView[] = (paragraphs) => paragraphs,
): Promise<void> {
  const work = workQuery(workId).queryKey
  const whole = chapterQuery(workId, chapter.chapterId).queryKey
  // A read that is under way may have been answered before the change.
  await Promise.all([work, whole].map((queryKey) => client.cancelQueries({ queryKey, exact: true })))
  client.setQueryData(whole, (view) => view && { ...view, ...chapter, paragraphs: change(view.paragraphs) })
  client.setQueryData(
    work,
    (view) =>
      view && {
        ...view,
        chapters: view.chapters.map((row) => (row.chapterId === chapter.chapterId ? chapter : row)),
      },
  )
  for (const queryKey of [work, whole]) void client.invalidateQueries({ queryKey, exact: true })
}
