import type { ComponentProps } from 'react'
import { t } from '../../lib/language/words.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { isCommonPassword } from './common-passwords.ts'

interface NewPasswordFieldProps {
  label: string
  /** The present text of the field: a common password is warned of, not refused. */
  value: string
  error: string | undefined
  /** Called where the field is drawn: fields that are registered in their order are focused in it. */
  register: () => ComponentProps<typeof PasswordInput>
}

/** A password that is chosen here. */
export const NewPasswordField = ({ label, value, error, register }: NewPasswordFieldProps) => (
  <Field
    label={label}
    error={error}
    warning={isCommonPassword(value) ? t('This is a common password and easily guessed') : undefined}
  >
    {(parts) => <PasswordInput autoComplete="new-password" {...parts} {...register()} />}
  </Field>
)
