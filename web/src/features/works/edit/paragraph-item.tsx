import type { ParagraphView } from '@utter/contracts/http/works/views'
import { Ellipsis, History, MoveDown, MoveUp, PenLine, Play, Plus, Trash2, Undo } from 'lucide-react'
import { memo, useState } from 'react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { narrow } from '../../../theme.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Caption, Row } from '../../../ui/layout/text.tsx'
import { HeardText } from '../listen/heard-text.tsx'
import type { HeardParagraph } from '../listen/use-chapter-words.ts'
import { StateBadge } from '../state-badge.tsx'
import { ParagraphEditor, type Said } from './paragraph-editor.tsx'
import { type ParagraphActs, paragraphButton } from './use-paragraph-acts.ts'

/** Not laid out until it is near the window: a chapter has thousands of them. */
const Item = styled.li`
  padding: 4px 20px;
  content-visibility: auto;
  contain-intrinsic-size: auto 72px;
  ${narrow} { padding: 4px 16px; }
`

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: start;
  gap: 2px 16px;
  ${narrow} { grid-template-columns: minmax(0, 1fr); }
`

const Text = styled.p`
  max-width: 68ch;
  padding: 6px 0;
  line-height: 22px;
  overflow-wrap: anywhere;
  white-space: pre-line;
  position: relative;
  &[data-can-play] { cursor: pointer; }
  &[data-heard] { color: var(--fg-2); }
  &[data-heard]::before {
    content: '';
    position: absolute;
    inset: 8px auto 8px -12px;
    width: 3px;
    border-radius: 2px;
    background: var(--accent);
  }
`

const Side = styled(Row)`
  justify-content: flex-end;
  min-height: var(--h-sm);
`

const Note = styled(Caption)`
  display: block;
  &[data-failed] { color: var(--failed); }
`

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  margin-left: -10px;
`

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
const small = { size: 14, strokeWidth: 1.75, 'aria-hidden': true }

interface ParagraphItemProps {
  paragraph: ParagraphView
  /** From 1. */
  number: number
  isLast: boolean
  /** The name of its own voice. */
  voiceName: string | undefined
  /** The text before the last change, to go back to. */
  earlier: Said | undefined
  /** Undefined: it cannot be changed. */
  acts: ParagraphActs | undefined
  /** Absent: another one is heard, or none. */
  heard: HeardParagraph | undefined
  /** Plays from it; undefined: it is not known when it sounds. */
  onPlay: ((id: string) => void) | undefined
}

export const ParagraphItem = memo((props: ParagraphItemProps) => {
  const { paragraph, number, isLast, voiceName, earlier, acts, heard, onPlay } = props
  const { paragraphId: id, text, voiceId, speaker, state, error } = paragraph
  const [shown, setShown] = useState<'edit' | 'more' | 'insert'>()
  const said: Said = {
    ...{ text, ...(voiceId !== undefined && { voiceId }) },
    ...(speaker !== undefined && { speaker }),
  }
  const notes = [speaker, voiceName && t('Spoken by {voice}', { voice: voiceName })].filter(Boolean)
  const close = () => {
    setShown(undefined)
    acts?.focus(id, 'edit')
  }
  if (acts && shown === 'edit')
    return (
      <Item>
        <ParagraphEditor
          label={t('Paragraph {number}', { number })}
          said={said}
          onSave={async (next) => {
            await acts.save(id, next, said)
            close()
          }}
          onGiveUp={close}
        />
      </Item>
    )
  return (
    <Item>
      <Line>
        <div>
          <Text
            dir="auto"
            data-heard={heard !== undefined || undefined}
            data-can-play={onPlay !== undefined || undefined}
            onClick={() => {
              // A text that is selected is to be copied.
              if (document.getSelection()?.isCollapsed !== false) onPlay?.(id)
            }}
          >
            {heard ? <HeardText text={text} heard={heard} /> : text}
          </Text>
          {notes.length > 0 && <Note>{notes.join(' · ')}</Note>}
          {error && <Note data-failed>{error}</Note>}
        </div>
        <Side $gap={2}>
          {state !== 'completed' && <StateBadge state={state} />}
          {acts && earlier && (
            <Button
              look="ghost"
              isSmall
              aria-label={t('Undo the change of paragraph {number}', { number })}
              onClick={() => acts.undo(id)}
            >
              <Undo {...small} />
              {t('Undo')}
            </Button>
          )}
          {onPlay && (
            <Button
              look="ghost"
              isSmall
              isIcon
              aria-label={t('Play from paragraph {number}', { number })}
              onClick={() => onPlay(id)}
            >
              <Play {...icon} />
            </Button>
          )}
          {acts && (
            <>
              <Button
                id={paragraphButton(id, 'edit')}
                look="ghost"
                isSmall
                isIcon
                aria-label={t('Edit paragraph {number}', { number })}
                onClick={() => setShown('edit')}
              >
                <PenLine {...icon} />
              </Button>
              <Button
                look="ghost"
                isSmall
                isIcon
                aria-label={t('More for paragraph {number}', { number })}
                aria-expanded={shown === 'more'}
                onClick={() => setShown(shown === 'more' ? undefined : 'more')}
              >
                <Ellipsis {...icon} />
              </Button>
            </>
          )}
        </Side>
      </Line>
      {acts && shown === 'more' && (
        <Tools role="group" aria-label={t('Paragraph {number}', { number })}>
          <Button look="ghost" isSmall onClick={() => setShown('insert')}>
            <Plus {...small} />
            {t('Insert after')}
          </Button>
          <Button
            id={paragraphButton(id, 'up')}
            look="ghost"
            isSmall
            disabled={number === 1}
            onClick={() => acts.move(id, -1)}
          >
            <MoveUp {...small} />
            {t('Move up')}
          </Button>
          <Button
            id={paragraphButton(id, 'down')}
            look="ghost"
            isSmall
            disabled={isLast}
            onClick={() => acts.move(id, 1)}
          >
            <MoveDown {...small} />
            {t('Move down')}
          </Button>
          <Button look="ghost" isSmall onClick={() => acts.showVersions(id)}>
            <History {...small} />
            {t('Versions')}
          </Button>
          <Button look="danger" isSmall disabled={number === 1 && isLast} onClick={() => acts.remove(id)}>
            <Trash2 {...small} />
            {t('Delete')}
          </Button>
        </Tools>
      )}
      {acts && shown === 'insert' && (
        <ParagraphEditor
          label={t('New paragraph after {number}', { number })}
          said={{ text: '', ...(voiceId !== undefined && { voiceId }) }}
          onSave={async (next) => {
            await acts.insert(id, next)
            close()
          }}
          onGiveUp={close}
        />
      )}
    </Item>
  )
})
