import type { VoiceView } from '@utter/contracts/http/voices'
import { useId, useState } from 'react'
import { useNarrow } from '../../lib/hooks/use-narrow.ts'
import { t } from '../../lib/language/words.ts'
import { readRecent } from '../../lib/recent.ts'
import { Button } from '../../ui/form/button.tsx'
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx'
import { recentVoices } from '../playground/voice-choice/order-voices.ts'
import { VoiceBrowser } from '../playground/voice-choice/voice-browser.tsx'

interface VoiceDialogProps {
  isOpen: boolean
  onClose: () => void
  voices: readonly VoiceView[]
  chosenId: string | undefined
  onChoose: (voiceId: string) => void
}

/** All voices, for the replies from now on. A choice acts at once and leaves the dialog open: arrow keys go through the voices. */
export function VoiceDialog({ isOpen, onClose, ...choice }: VoiceDialogProps) {
  const [focusesItself] = useState(useNarrow())
  const [recentIds] = useState(() => readRecent(recentVoices))
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Voice of the replies')}
      text={t('It speaks from the next reply on.')}
      isWide
      focusesItself={focusesItself}
    >
      <VoiceBrowser {...choice} isInDialog recentIds={recentIds} group={useId()} onClose={onClose} />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
