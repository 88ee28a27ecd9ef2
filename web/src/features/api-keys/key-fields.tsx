import type { UseFormRegisterReturn } from 'react-hook-form'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { Field } from '../../ui/form/field.tsx'
import { Input, TextArea } from '../../ui/form/input.tsx'
import { DialogForm } from '../../ui/overlay/dialog.tsx'

/** A field that gets the focus is scrolled to with its label and its sentence. */
export const KeyFields = styled(DialogForm)`
  input, textarea { scroll-margin: 48px 0; }
`

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(160px, 100%), 1fr));
  align-items: start;
  gap: 16px;
`

interface FieldsProps<Name extends string> {
  errors: { [name in Name]?: { message?: string | undefined } | undefined }
  /** Called where each field is drawn: fields that are registered in their order are focused in it. */
  register: (name: Name) => UseFormRegisterReturn
}

export const KeyNameField = ({ errors, register }: FieldsProps<'name'>) => (
  <Field label={t('Name')} error={errors.name?.message}>
    {(parts) => <Input autoComplete="off" {...parts} {...register('name')} />}
  </Field>
)

/** The limits of a key, each of which may be left empty. */
export const KeyLimitFields = ({ errors, register }: FieldsProps<'networks' | 'rate' | 'monthlyCap'>) => (
  <>
    <Field
      label={t('Networks (optional)')}
      hint={t('Addresses or CIDR ranges that may use it, one a line. Empty: all.')}
      error={errors.networks?.message}
    >
      {(parts) => <TextArea rows={2} autoComplete="off" spellCheck={false} {...parts} {...register('networks')} />}
    </Field>
    <Pair>
      <Field label={t('Rate (optional)')} hint={t('Requests in 60 s')} error={errors.rate?.message}>
        {(parts) => <Input inputMode="numeric" autoComplete="off" {...parts} {...register('rate')} />}
      </Field>
      <Field
        label={t('Monthly cap (optional)')}
        hint={t('Calls in a billing period')}
        error={errors.monthlyCap?.message}
      >
        {(parts) => <Input inputMode="numeric" autoComplete="off" {...parts} {...register('monthlyCap')} />}
      </Field>
    </Pair>
  </>
)
