import { PronunciationList, PronunciationsView } from '@utter/contracts/http/pronunciations'
import { identityOf } from '@utter/http/identity'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import type { ListedPronunciation } from '../../domain/job/pronounced.ts'
import { checkPronunciations } from '../../requests/pronunciations.ts'

/** `PUT /api/pronunciations`: the whole list, from the next text on. On a plan without lists entries may be removed. */
export const setPronunciations: Route<Deps> = (app, { pronunciations, plans, guard, clock }) =>
  app.put(
    '/api/pronunciations',
    {
      access: guard.required('jobs:write'),
      bodyLimit: maxBodyBytes.pronunciations,
      schema: {
        operation: {
          id: 'setPronunciations',
          tag: 'Audio and voices',
          summary: 'Set how your words are spoken',
          description:
            'Replaces the whole list. Each text that is submitted from now on is spoken by it, and shown as it was written: the longest entry at a place wins, and what it puts in is not replaced again. A job keeps how its text is spoken; a reply takes the list of the moment in which it is written. A plan without lists keeps the one from before: entries may be removed from it, and none added or changed.',
          example: { entries: [{ from: 'SQL', to: 'sequel', caseSensitive: true }] },
          refusals: {
            403: 'The plan has no pronunciation lists, and an entry is not in the present one; or the key may not write jobs.',
          },
        },
        body: PronunciationList,
        response: { 200: PronunciationsView },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const entries = request.body.entries.map(
        ({ from, to, caseSensitive = false, wholeWord = true, language }): ListedPronunciation => ({
          ...{ from, to, caseSensitive, wholeWord },
          ...(language && { language }),
        }),
      )
      const applied = await checkPronunciations(identity, plans, entries, () =>
        pronunciations.entriesOf(identity.userId),
      )
      await pronunciations.replace(identity.userId, entries, clock.now())
      return { entries, applied }
    },
  )
