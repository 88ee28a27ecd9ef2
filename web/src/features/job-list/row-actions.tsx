import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { Download, Pause, Play } from 'lucide-react'
import { AnchorButton, Button } from '../../ui/form/button.tsx'
import { Spinner } from '../../ui/layout/spinner.tsx'
import { useSoundButton } from '../player/use-sound-button.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

/** Play and download, of a job that has a sound. */
export const RowActions = ({ job: { id, audioUrl } }: { job: JobRow }) =>
  audioUrl ? <SoundActions id={id} audioUrl={audioUrl} /> : null

function SoundActions({ id, audioUrl }: { id: string; audioUrl: string }) {
  const { isPlaying, isLoading, toggle } = useSoundButton({ key: id, url: audioUrl })
  return (
    <>
      <Button
        look="ghost"
        isSmall
        isIcon
        aria-label={isPlaying || isLoading ? 'Pause' : 'Play'}
        aria-busy={isLoading}
        onClick={toggle}
      >
        {isLoading ? <Spinner /> : isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
      </Button>
      <AnchorButton look="ghost" isSmall isIcon href={audioUrl} download={`utter-${id}.mp3`} aria-label="Download">
        <Download {...icon} />
      </AnchorButton>
    </>
  )
}
