import { ParagraphRequest, workLimits } from '@utter/contracts/http/works/requests'
import { type KeyboardEvent, useState } from 'react'
import styled from 'styled-components'
import { isComposing } from '../../../lib/browser/is-composing.ts'
import { grouped } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { sentenceOf } from '../../../lib/server/http.ts'
import { ariaWithCommand, withCommand } from '../../../lib/shortcuts.ts'
import { narrow } from '../../../theme.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/input.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Caption } from '../../../ui/layout/text.tsx'
import { charactersOf } from '../../jobs/marks/characters-of.ts'
import { useVoices } from '../../voices/use-voices.ts'
import { useVoicesAround } from './voices-around.ts'

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  padding: 4px 0;
`

/** As high as its text, from three lines on. */
const Text = styled(TextArea)`
  field-sizing: content;
  min-height: 88px;
  max-height: 60dvh;
`

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  > :has(> select) { flex: 0 1 240px; }
  ${narrow} { > :has(> select) { flex-basis: 100%; } }
`

const Keys = styled(Caption)`
  ${narrow} { display: none; }
`

/** The text of a paragraph and the voice that speaks it. */
export type Said = ParagraphRequest

interface ParagraphEditorProps {
  label: string
  said: Said
  onSave: (said: Said) => Promise<unknown>
  onGiveUp: () => void
}

export function ParagraphEditor({ label, said, onSave, onGiveUp }: ParagraphEditorProps) {
  const [text, setText] = useState(said.text)
  const [voiceId, setVoiceId] = useState(said.voiceId ?? '')
  const [speaker, setSpeaker] = useState(said.speaker ?? '')
  const { speakers, hasChapterVoice } = useVoicesAround()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { data: voices } = useVoices()
  const save = async () => {
    if (isBusy) return
    const next = { text: text.trim(), ...(voiceId && { voiceId }), ...(speaker && { speaker }) }
    const fault = faultOf(next)
    if (fault) return setError(fault)
    const isSame = next.text === said.text && voiceId === (said.voiceId ?? '') && speaker === (said.speaker ?? '')
    if (isSame) return onGiveUp()
    setIsBusy(true)
    try {
      await onSave(next)
    } catch (refused) {
      setError(sentenceOf(refused, t('The paragraph could not be saved')))
      setIsBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void save()
    else if (event.key === 'Escape' && !isBusy) onGiveUp()
    else return
    event.preventDefault()
  }
  return (
    <Form
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label={label}
        error={error}
        aside={
          <span>
            {grouped(charactersOf(text))} / {grouped(workLimits.paragraph)}
          </span>
        }
      >
        {(parts) => (
          <Text
            {...parts}
            // The focus was on the button whose place it takes.
            ref={focusAtEnd}
            rows={3}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setError(undefined)
            }}
          />
        )}
      </Field>
      <Foot>
        {speakers.length > 0 && (
          <Select aria-label={t('Speaker')} value={speaker} onChange={({ target }) => setSpeaker(target.value)}>
            <option value="">{t('No speaker')}</option>
            {speakers.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <Select aria-label={t('Voice')} value={voiceId} onChange={({ target }) => setVoiceId(target.value)}>
          <option value="">
            {speaker
              ? t('The voice of {speaker}', { speaker })
              : hasChapterVoice
                ? t('The voice of the chapter')
                : t('The voice of the work')}
          </option>
          {voiceId && !voices?.some(({ id }) => id === voiceId) && <option value={voiceId}>{voiceId}</option>}
          {voices?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Button type="submit" look="primary" isBusy={isBusy} aria-keyshortcuts={ariaWithCommand('Enter')}>
          {t('Save')}
        </Button>
        <Button look="ghost" disabled={isBusy} onClick={onGiveUp}>
          {t('Cancel')}
        </Button>
        <Keys>{t('{keys} saves, Esc gives up', { keys: withCommand('Enter') })}</Keys>
      </Foot>
    </Form>
  )
}

/** Called once: it is the same function at each drawing. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

function faultOf(said: Said): string | undefined {
  const { error } = ParagraphRequest.safeParse(said)
  if (error) return error.issues[0]?.message
  if (charactersOf(said.text) > workLimits.paragraph)
    return t('Paragraph text must be at most {max} characters', { max: grouped(workLimits.paragraph) })
  return undefined
}
