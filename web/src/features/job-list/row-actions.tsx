import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { Download, Pause, Play } from 'lucide-react'
import { t } from '../../lib/language/words.ts'
import { AnchorButton, Button } from '../../ui/form/button.tsx'
import { Spinner } from '../../ui/layout/spinner.tsx'
import { shortText } from '../jobs/rows/short-text.ts'
import { soundName } from '../jobs/sound-name.ts'
import { useSoundButton } from '../player/use-sound-button.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

const nameCharacters = 60

interface RowActionsProps {
  job: JobRow
  tabIndex: number | undefined
}

/** Play and download, of a job that has a sound. */
export const RowActions = ({ job: { id, audioUrl, userText }, tabIndex }: RowActionsProps) =>
  audioUrl ? <SoundActions id={id} audioUrl={audioUrl} text={userText} tabIndex={tabIndex} /> : null

interface SoundActionsProps {
  id: string
  audioUrl: string
  text: string
  tabIndex: number | undefined
}

function SoundActions({ id, audioUrl, text, tabIndex }: SoundActionsProps) {
  // A list of a page's buttons is read without the rows around them.
  const name = shortText(text, nameCharacters)
  const { isPlaying, isLoading, toggle } = useSoundButton({ key: id, url: audioUrl })
  return (
    <>
      <Button
        look="ghost"
        isSmall
        isIcon
        tabIndex={tabIndex}
        aria-label={isPlaying || isLoading ? t('Pause {name}', { name }) : t('Play {name}', { name })}
        aria-busy={isLoading}
        onClick={toggle}
      >
        {isLoading ? <Spinner /> : isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
      </Button>
      <AnchorButton
        look="ghost"
        isSmall
        isIcon
        tabIndex={tabIndex}
        href={audioUrl}
        download={soundName({ id, userText: text })}
        aria-label={t('Download {name}', { name })}
      >
        <Download {...icon} />
      </AnchorButton>
    </>
  )
}
