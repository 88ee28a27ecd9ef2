import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Optional } from '../../ui/layout/boundary.tsx'
import type { MoreFieldsProps } from './more-fields.tsx'

const fields = lazyView(async () => (await import('./more-fields.tsx')).MoreFields)
const names = ['language', 'textNormalization', 'ssml', 'seed', 'check'] as const

/** The settings that most jobs do without: fetched when they are asked for, or when one is set. They stay, also when it is unset. */
export function MoreSettings(props: Omit<MoreFieldsProps, 'takesFocus'>) {
  const isSet = useWatch({ control: props.form.control, name: names }).some((value) => value !== undefined)
  const [shown, setShown] = useState<'asked' | 'set'>()
  if (isSet && !shown) setShown('set')
  return shown ? (
    <Optional part={fields} resetKey={isSet}>
      <fields.View {...props} takesFocus={shown === 'asked'} />
    </Optional>
  ) : (
    <div>
      <Button isSmall onClick={() => setShown('asked')}>
        {t('More settings')}
      </Button>
    </div>
  )
}
