import { ChapterVoiceRequest } from '@utter/contracts/http/works/requests'
import { ChapterRow, WrittenChapter } from '@utter/contracts/http/works/views'
import { identityOf, mayDo } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { withVoice } from '../../domain/works/chapter-voice.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { editChapter } from '../../lifecycle/works/edit-chapter.ts'
import { chapterVoiceOperation } from '../../operations/chapter-voice.ts'
import { checkChapterVoice } from '../../requests/works/check-work.ts'
import { ChapterParams } from '../../requests/works/params.ts'
import { chapterRowOf } from '../../views/works/work-views.ts'

/** `PUT /api/works/:id/chapters/:chapterId/voice`: another voice for a chapter; the same one changes nothing. */
export const setChapterVoice: Route<Deps> = (app, deps) =>
  app.put(
    '/api/works/:id/chapters/:chapterId/voice',
    {
      access: deps.guard.required('jobs:write'),
      schema: {
        operation: chapterVoiceOperation,
        params: ChapterParams,
        body: ChapterVoiceRequest,
        response: { 200: z.union([ChapterRow, WrittenChapter]) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { userId } = identity
      const { id: workId, chapterId } = request.params
      const { voiceId } = request.body
      const work = await shownWork(deps, userId, workId)
      const after = await editChapter(deps, { userId, workId, chapterId }, (sections, chapter) => {
        if (voiceId !== chapter.voiceId)
          checkChapterVoice(deps, work, { voiceId, paragraphs: sections.flatMap(({ paragraphs }) => paragraphs) })
        return withVoice(chapter, work, voiceId)
      })
      return mayDo(identity, 'jobs:read') ? chapterRowOf(after) : { chapterId, revision: after.revision }
    },
  )
