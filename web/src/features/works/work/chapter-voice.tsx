import type { ChapterRow } from '@utter/contracts/http/works/views'
import { useState } from 'react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { Button } from '../../../ui/form/button.tsx'
import { Caption } from '../../../ui/layout/text.tsx'
import { DialogSlot } from '../../../ui/overlay/dialog-slot.tsx'
import { findVoice } from '../../voices/find-voice.ts'
import { useVoices } from '../../voices/use-voices.ts'

const dialog = lazyView(async () => (await import('./chapter-voice-dialog.tsx')).ChapterVoiceDialog)

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 8px;
`

interface ChapterVoiceProps {
  workId: string
  row: ChapterRow
  isReadOnly: boolean
}

/** The voice of an open chapter, and a dialog that gives it another one. */
export function ChapterVoice({ workId, row, isReadOnly }: ChapterVoiceProps) {
  const { data: voices } = useVoices()
  const [isOpen, setIsOpen] = useState(false)
  const { voiceId } = row
  return (
    <Line>
      <Caption>
        {voiceId === undefined
          ? t('Spoken by the voice of the work')
          : t('Voice of the chapter: {voice}', { voice: findVoice(voices, voiceId)?.name ?? voiceId })}
      </Caption>
      {!isReadOnly && (
        <Button
          look="ghost"
          isSmall
          aria-label={t('Change the voice of {name}', { name: row.title })}
          onPointerEnter={dialog.preload}
          onFocus={dialog.preload}
          onClick={() => setIsOpen(true)}
        >
          {t('Change')}
        </Button>
      )}
      <DialogSlot part={dialog} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {(state) => <dialog.View {...state} workId={workId} row={row} />}
      </DialogSlot>
    </Line>
  )
}

/** The name of a chapter's own voice, in its line. */
export function ChapterVoiceName({ voiceId }: { voiceId: string }) {
  const { data: voices } = useVoices()
  return <>{t('Spoken by {voice}', { voice: findVoice(voices, voiceId)?.name ?? voiceId })}</>
}
