import type { JobRow } from '@utter/contracts/http/job-views'
import { Download, Pause, Play } from 'lucide-react'
import { AnchorButton, Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toggleSound, useSound } from './row-sound.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

/** Play and download, of a job that has a sound. */
export function RowActions({ job }: { job: JobRow }) {
  const sound = useSound(job.id)
  if (!job.audioUrl) return null
  return (
    <>
      <Button
        look="ghost"
        isSmall
        isIcon
        aria-label={sound ? 'Pause' : 'Play'}
        aria-busy={sound === 'loading'}
        onClick={() => void toggleSound(job)}
      >
        {sound === 'loading' ? <Spinner /> : sound === 'playing' ? <Pause {...icon} /> : <Play {...icon} />}
      </Button>
      <AnchorButton
        look="ghost"
        isSmall
        isIcon
        href={job.audioUrl}
        download={`utter-${job.id}.mp3`}
        aria-label="Download"
      >
        <Download {...icon} />
      </AnchorButton>
    </>
  )
}
