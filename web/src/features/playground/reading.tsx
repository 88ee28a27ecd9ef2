import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { lazyView } from '../../lib/lazy-view.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Optional } from '../../ui/layout/boundary.tsx'
import type { ReadingFieldsProps } from './reading-fields.tsx'

const fields = lazyView(async () => (await import('./reading-fields.tsx')).ReadingFields)

/** The language of a job and how its text is read and written: fetched when it is asked for, or when either is set. */
export function Reading(props: Omit<ReadingFieldsProps, 'takesFocus'>) {
  const isSet = useWatch({ control: props.control, name: ['language', 'textNormalization', 'ssml'] }).some(Boolean)
  const [isOpen, setIsOpen] = useState(false)
  return isOpen || isSet ? (
    <Optional part={fields} resetKey={isSet}>
      <fields.View {...props} takesFocus={isOpen} />
    </Optional>
  ) : (
    <div>
      <Button isSmall onClick={() => setIsOpen(true)}>
        Language
      </Button>
    </div>
  )
}
