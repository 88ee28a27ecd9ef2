import { workLimits } from '@utter/contracts/http/works/requests'
import type { WorkFileDryRun } from '@utter/contracts/http/works/views'
import { defaultVoiceId } from '@utter/contracts/jobs'
import { useCallback, useEffect, useRef, useState } from 'react'
import { randomId } from '../../../lib/browser/random-id.ts'
import { grouped } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { sentenceOf } from '../../../lib/server/http.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Input, TextArea } from '../../../ui/form/input.tsx'
import { SourceForm, SourceHead, SourceSide } from '../../../ui/form/source-form.tsx'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { FormAlert } from '../../../ui/layout/failure-note.tsx'
import { Stack } from '../../../ui/layout/text.tsx'
import { CodeButton } from '../../code-samples/code-button.tsx'
import { VoicePicker } from '../../playground/voice-choice/voice-picker.tsx'
import { toastRefusal } from '../../session/toast-refusal.ts'
import { useVoices } from '../../voices/use-voices.ts'
import { ChapterList } from './chapter-list.tsx'
import { chosenVoices, voicesInQuery } from './chosen-voices.ts'
import { FileProgress, percentOf } from './file-progress.tsx'
import { PriceCard } from './price-card.tsx'
import { refusedFields } from './refused-fields.ts'
import { SpeakerList } from './speaker-list.tsx'
import { useDryRun } from './use-dry-run.ts'
import { useMakeWork } from './use-make-work.ts'
import { type SourceState, useSource } from './use-source.ts'
import { workCall } from './work-call.ts'
import { faultOfFile, untitled } from './work-file.ts'
import { WorkSourceCard } from './work-source-card.tsx'

/** From a text to a work: read, priced, and made. @param title of its first step */
export function NewWork({ title }: { title: string }) {
  const state = useSource()
  if (!state.source) return <WorkSourceCard state={state} title={title} />
  return <Form state={state} source={state.source} />
}

interface FormProps {
  state: SourceState
  source: NonNullable<SourceState['source']>
}

function Form({ state, source }: FormProps) {
  const { file, clear, change, refuseFile } = state
  const { voiceId = defaultVoiceId } = source
  const [isTried, setIsTried] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const titleField = useRef<HTMLInputElement>(null)
  const isTyped = !source.file
  const isEmpty = source.text.trim() === ''
  const { data: voices } = useVoices()
  const [read, setRead] = useState<WorkFileDryRun>()
  const chosen = chosenVoices(source, read)
  const ofDraft = voicesInQuery(chosen)
  const { price, contents, error, isAsking, sent, askAgain } = useDryRun(file && { file, voiceId, ...ofDraft, isTyped })
  if (contents !== read) setRead(contents)
  const readTitle = isTyped && contents?.title === untitled ? '' : contents?.title
  const title = source.title ?? readTitle ?? ''
  const work = useMakeWork({
    onMade: clear,
    onRefused: (why) => {
      setRefused(why)
      if (!refusedFields(why).isAtField) toastRefusal(why, t('The work could not be made'))
    },
  })
  const at = refusedFields(refused ?? error)
  const fileFault = isTyped ? undefined : faultOfFile(refused ?? error)
  useEffect(() => {
    if (fileFault) refuseFile(fileFault)
  }, [fileFault, refuseFile])
  const titleFault = (isTried && faultOfTitle(title)) || at.title
  const edit = (next: Parameters<typeof change>[0]) => {
    change(next)
    setRefused(undefined)
  }
  const choose = useCallback(
    (chosen: string) => {
      change({ voiceId: chosen })
      setRefused(undefined)
    },
    [change],
  )
  const submit = () => {
    setIsTried(true)
    if (faultOfTitle(title)) return titleField.current?.focus()
    setRefused(undefined)
    if (file && !price?.refusal && !work.isPending && work.secondsLeft === 0)
      work.make({ title, voiceId, ...ofDraft, file })
  }
  return (
    <SourceForm
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Card as="div">
        <SourceHead
          name={source.file?.name ?? t('Text and voice')}
          otherText={isTyped ? t('Another text') : t('Another file')}
          onOther={clear}
        >
          <CodeButton
            calls={() => [
              {
                does: t('Make it by its chapters'),
                call: workCall({ title, voiceId, ...chosen, requestId: randomId(), text: source.text }),
              },
            ]}
          />
        </SourceHead>
        <CardBody $gap={20}>
          {isTyped && (
            <Field
              label={t('Text')}
              hint={t('A line ‘# …’ or ‘Chapter 1’ begins a chapter, an empty line a paragraph.')}
              error={isTried && isEmpty ? t('Text is required') : at.text}
            >
              {(parts) => (
                <TextArea
                  {...parts}
                  rows={10}
                  value={source.text}
                  onChange={({ target }) => edit({ text: target.value })}
                />
              )}
            </Field>
          )}
          <Field label={t('Title')} error={titleFault}>
            {(parts) => (
              <Input
                {...parts}
                ref={titleField}
                autoComplete="off"
                value={title}
                onChange={({ target }) => edit({ title: target.value })}
              />
            )}
          </Field>
          {!isTyped && isAsking && !contents && <FileProgress sent={sent} />}
          {contents && (
            <ChapterList
              chapters={contents.contents}
              characters={contents.characters}
              voices={voices}
              chosen={chosen.chapterVoices}
              onChoose={(chapterVoices) => edit({ chapterVoices })}
              fault={at.chapterVoices}
            />
          )}
          <Stack $gap={8}>
            <VoicePicker voiceId={voiceId} onChoose={choose} />
            {at.voice && <FormAlert>{at.voice}</FormAlert>}
          </Stack>
          {contents?.speakers && contents.speakers.length > 0 && (
            <SpeakerList
              found={contents.speakers}
              voices={voices}
              chosen={chosen.speakers}
              onChoose={(name, ofName) => edit({ speakers: withSpeaker(chosen.speakers, name, ofName) })}
              fault={at.speakers}
            />
          )}
        </CardBody>
      </Card>
      <SourceSide>
        <PriceCard
          price={file ? price : undefined}
          isAsking={isAsking}
          fault={error && !at.isAtField ? sentenceOf(error, t('The price could not be asked')) : undefined}
          onAgain={askAgain}
          busyText={work.isPending ? busyText(work.sent) : undefined}
          isDisabled={!isTyped && !price}
          secondsLeft={work.secondsLeft}
        />
      </SourceSide>
    </SourceForm>
  )
}

/** @param voiceId empty: it is none */
function withSpeaker(speakers: Record<string, string>, name: string, voiceId: string): Record<string, string> {
  const { [name]: _, ...others } = speakers
  return voiceId === '' ? others : { ...others, [name]: voiceId }
}

const busyText = (sent: number) =>
  sent < 1 ? t('Sending it, {percent}%...', { percent: percentOf(sent) }) : t('Making it...')

function faultOfTitle(title: string): string | undefined {
  if (title.trim() === '') return t('Title is required')
  if (title.length > workLimits.title)
    return t('Title must be at most {max} characters', { max: grouped(workLimits.title) })
  return undefined
}
