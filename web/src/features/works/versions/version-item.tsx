import type { ParagraphVersion, ParagraphView } from '@utter/contracts/http/works/views'
import { PenLine, Trash2 } from 'lucide-react'
import { useId } from 'react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { TimeAgo } from '../../../ui/data/time-ago.tsx'
import { Button } from '../../../ui/form/button.tsx'
import { FormAlert } from '../../../ui/layout/failure-note.tsx'
import { Caption, Row } from '../../../ui/layout/text.tsx'
import { ChangedWords } from './changed-words.tsx'

const Item = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  padding: 16px 0;
  border-top: 1px solid var(--line);
  &:first-child { padding-top: 0; border-top: 0; }
  &:last-child { padding-bottom: 0; }
  /* The foot of the dialog stays in sight. */
  button { scroll-margin: 24px 0 96px; }
`

const Head = styled(Row)`
  min-height: var(--h-sm);
`

const When = styled(Row)`
  flex-wrap: wrap;
`

interface VersionItemProps {
  version: ParagraphVersion
  /** The paragraph as it is now, and its place, from 1; undefined: it is gone. */
  present: { paragraph: ParagraphView; number: number } | undefined
  /** Seen by the time that it is shown at. */
  now: number
  nameOf: (voiceId: string) => string
  /** The chapter has a voice of its own. */
  isChapterVoiced: boolean
  isBusy: boolean
  isDisabled: boolean
  refusal: string | undefined
  onTakeBack: () => void
}

/** A paragraph as it was, how that differs from what it is, and the way back to it. */
export function VersionItem(props: VersionItemProps) {
  const { version, present, now, nameOf, isChapterVoiced, isBusy, isDisabled, refusal, onTakeBack } = props
  const headId = useId()
  const { text, isRemoved, until } = version
  const paragraph = present?.paragraph
  const notes = differencesOf(version, paragraph, { nameOf, isChapterVoiced })
  const isAsNow = paragraph?.text === text && notes.length === 0
  return (
    <Item>
      <Head $isBetween>
        <When id={headId} $gap={6}>
          <Badge tone="cancelled" icon={isRemoved ? Trash2 : PenLine}>
            {isRemoved ? t('Removed') : t('Changed')}
          </Badge>
          <Caption>
            <TimeAgo at={until} now={now} />
            {present && ` · ${t('Paragraph {number}', { number: present.number })}`}
          </Caption>
        </When>
        {isAsNow ? (
          <Caption>{t('As it is now')}</Caption>
        ) : (
          <Button isSmall isBusy={isBusy} disabled={isDisabled} aria-describedby={headId} onClick={onTakeBack}>
            {t('Restore')}
          </Button>
        )}
      </Head>
      <ChangedWords text={text} now={paragraph?.text} />
      {notes.length > 0 && <Caption>{notes.join(' · ')}</Caption>}
      {refusal && <FormAlert>{refusal}</FormAlert>}
    </Item>
  )
}

type Spoken = Pick<ParagraphVersion, 'voiceId' | 'speaker'>

/** Its speaker and its voice, where they differ; of one that is gone those that it had. */
function differencesOf(
  version: Spoken,
  now: Spoken = {},
  { nameOf, isChapterVoiced }: Pick<VersionItemProps, 'nameOf' | 'isChapterVoiced'>,
): string[] {
  const { voiceId, speaker } = version
  const notes = speaker === now.speaker ? [] : [speaker ?? t('No speaker')]
  if (voiceId === now.voiceId) return notes
  const voice = voiceId
    ? t('Spoken by {voice}', { voice: nameOf(voiceId) })
    : speaker
      ? t('The voice of {speaker}', { speaker })
      : isChapterVoiced
        ? t('The voice of the chapter')
        : t('The voice of the work')
  return [...notes, voice]
}
