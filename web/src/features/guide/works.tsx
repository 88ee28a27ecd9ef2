import { charactersPerWorkCall, maxWorkFileBytes, workLimits } from '@utter/contracts/http/works/requests'
import { defaultVoiceId } from '@utter/contracts/jobs'
import { paths } from '@utter/contracts/screens'
import { grouped } from '../../lib/format/counted.ts'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { Prose } from '../../ui/layout/page.tsx'
import { InlineCode, TextLink } from '../../ui/layout/text.tsx'
import { EndpointCard } from './endpoint-card.tsx'
import { workEndpoint } from './work-endpoint.ts'

/** A file is no JSON body, so that the samples of calls do not have it. */
const fileExample = () =>
  [
    `curl "${location.origin}/api/works/file?name=book.epub&voiceId=${defaultVoiceId}&dryRun=true" \\`,
    '  -H "Authorization: Bearer $UTTER_KEY" \\',
    '  -H "Idempotency-Key: book-1" \\',
    '  -H "Content-Type: application/epub+zip" \\',
    '  --data-binary @book.epub',
  ].join('\n')

/** Books: what they are, what they cost, and how they are made. */
export const WorksGuide = () => (
  <>
    <Prose>
      A work is a long text that is spoken by the chapter: up to {grouped(workLimits.characters)} characters, from the
      creator plan on. Each chapter can be heard as soon as it is spoken, and changed by the paragraph afterwards. It is
      made on <TextLink to={paths.works}>Works</TextLink>, or by the API.
    </Prose>
    <Prose>
      It costs one call for each started {grouped(charactersPerWorkCall)} characters of a chapter that are really
      spoken, and nothing before. An edit costs one call where anything of it is new: the rest of its part is taken from
      what was spoken. Moving and deleting paragraphs, and going back to what was spoken before, is free. Without a call
      left a work is paused, and goes on when you resume it.
    </Prose>
    <EndpointCard endpoint={workEndpoint} />
    <Prose>
      Follow <InlineCode>/api/events/works/{'{workId}'}</InlineCode> for how far it is: the present state with all
      chapters, then each change, until it is <InlineCode>completed</InlineCode>, <InlineCode>failed</InlineCode> or{' '}
      <InlineCode>cancelled</InlineCode>. The stream of your account, <InlineCode>/api/events</InlineCode>, tells the
      same of all works as events named <InlineCode>work</InlineCode>. On paid plans each chapter and the end come to
      your <TextLink to={`${paths.guide}#webhooks`}>webhook</TextLink>.
    </Prose>
    <Prose>
      A file can be sent as it is: a text, Markdown, an EPUB or a Word document of up to {maxWorkFileBytes / 1024 ** 2}{' '}
      MB as the body of <InlineCode>/api/works/file</InlineCode>. The dry run lists its chapters with their calls;
      without <InlineCode>dryRun</InlineCode> the work is made. The dry run also tells the names that begin lines, as{' '}
      <InlineCode>Anna: …</InlineCode> does: with <InlineCode>speakers</InlineCode>, a voice for each as JSON, their
      lines are spoken by that, without the name. <InlineCode>chapterVoices</InlineCode> is a JSON list of voices by the
      chapter.
    </Prose>
    <CodeBlock title="The price of a file" text={fileExample()} />
    <Prose>
      Paragraphs are at{' '}
      <InlineCode>
        /api/works/{'{workId}'}/chapters/{'{chapterId}'}/paragraphs
      </InlineCode>
      : PUT changes one, POST adds one, POST …/move moves one within its chapter, DELETE removes one. PUT …/voice of a
      chapter gives it another voice, for a call each of its parts that changes. The mp3 of the chapter before the
      change plays until the new one is there. What a paragraph was before is at <InlineCode>…/versions</InlineCode>,
      and POST <InlineCode>…/versions/{'{versionId}'}/restore</InlineCode> takes it back.
    </Prose>
    <Prose>
      Of a chapter that is spoken, <InlineCode>…/words</InlineCode> tells when each paragraph and each word sounds, and{' '}
      <InlineCode>…/captions.vtt</InlineCode> or <InlineCode>.srt</InlineCode> are the same as subtitles. The whole work
      is one file with a list of its chapters, at <InlineCode>/api/works/{'{workId}'}/audio.m4b</InlineCode>, a book
      that reads along, at <InlineCode>…/epub</InlineCode>, and a podcast: PUT{' '}
      <InlineCode>/api/works/{'{workId}'}/feed</InlineCode> makes its secret address, and again another one; DELETE
      revokes it. Whoever has the address hears the work.
    </Prose>
  </>
)
