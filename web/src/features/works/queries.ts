import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { WorkFeed } from '@utter/contracts/http/works/feed'
import {
  type ChapterRow,
  ChapterView,
  ParagraphVersions,
  type WorkRow,
  WorkRows,
  WorkView,
} from '@utter/contracts/http/works/views'
import { ChapterWords } from '@utter/contracts/http/works/words'
import { request } from '../../lib/server/http.ts'
import { readLinked } from '../../lib/server/read-linked.ts'
import { resource } from '../../lib/server/resource.ts'

/** Works are followed by the account's stream (`live-works.ts`): this is for an event that was missed, and only while the page is visible. */
const pollMs = 30_000

const firstPage = '/api/works?limit=20'

export interface PageOfWorks {
  works: WorkRow[]
  /** Address of the next page; undefined on the last one. */
  next: string | undefined
}

/** The works of the account, newest first, a page at a time. */
export const worksQuery = infiniteQueryOptions({
  queryKey: ['/api', 'works'],
  queryFn: async ({ pageParam, signal }): Promise<PageOfWorks> => {
    const { body, next } = await readLinked(pageParam, signal)
    return { works: WorkRows.parse(body), next }
  },
  initialPageParam: firstPage,
  getNextPageParam: ({ next }: PageOfWorks) => next,
  refetchOnMount: 'always',
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ works }) => works.some((work) => work.state === 'speaking')) ? pollMs : false,
})

/** Whether anything of a work is, or is about to be, spoken. */
export function isMoving({ state, chapters }: Pick<WorkView, 'state' | 'chapters'>): boolean {
  const waits = state !== 'paused' && state !== 'cancelled'
  return (
    state === 'speaking' ||
    chapters.some((chapter) => chapter.state === 'speaking' || (waits && chapter.state === 'waiting'))
  )
}

export const workQuery = (workId: string) => ({
  ...resource(['/api', 'works', workId], WorkView),
  refetchOnMount: 'always' as const,
  refetchInterval: ({ state }: { state: { data: WorkView | undefined } }) =>
    state.data && isMoving(state.data) ? pollMs : (false as const),
})

export const chapterQuery = (workId: string, chapterId: string) =>
  resource(['/api', 'works', workId, 'chapters', chapterId], ChapterView)

/** The words of a chapter as it sounds now: each change of its sound is another key. */
export const chapterWordsQuery = (workId: string, { chapterId, revision, state }: ChapterRow) =>
  queryOptions({
    queryKey: ['/api', 'works', workId, 'chapters', chapterId, 'words', `${revision} ${state}`],
    queryFn: async ({ signal }) =>
      ChapterWords.parse(await request('GET', `/api/works/${workId}/chapters/${chapterId}/words`, { signal })),
  })

/** Its paragraphs as they were before edits: each change of them is another key. */
export const versionsQuery = (workId: string, { chapterId, revision }: ChapterRow) =>
  queryOptions({
    queryKey: ['/api', 'works', workId, 'chapters', chapterId, 'versions', String(revision)],
    queryFn: async ({ signal }) =>
      ParagraphVersions.parse(await request('GET', `/api/works/${workId}/chapters/${chapterId}/versions`, { signal })),
  })

/** Whether the work has a podcast, never its address. */
export const feedQuery = (workId: string) => resource(['/api', 'works', workId, 'feed'], WorkFeed)
