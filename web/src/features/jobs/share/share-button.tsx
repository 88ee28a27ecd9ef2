import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../lib/language/words.ts'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { Button } from '../../../ui/form/button.tsx'
import { DialogSlot } from '../../../ui/overlay/dialog-slot.tsx'

const shareDialog = lazyView(async () => (await import('./share-dialog.tsx')).ShareDialog)

/** Opens the link of a completed job. @param isNamed with its word beside its sign */
export function ShareButton({ job, isNamed = false }: { job: JobView; isNamed?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        look="ghost"
        isSmall
        isIcon={!isNamed}
        aria-label={isNamed ? undefined : t('Share by link')}
        aria-haspopup="dialog"
        onPointerEnter={shareDialog.preload}
        onFocus={shareDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        <Share2 size={16} strokeWidth={1.75} aria-hidden="true" />
        {isNamed && t('Share by link')}
      </Button>
      <DialogSlot part={shareDialog} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {(state) => <shareDialog.View {...state} job={job} />}
      </DialogSlot>
    </>
  )
}
