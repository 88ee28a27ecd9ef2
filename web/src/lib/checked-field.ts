import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { HttpError } from './server/http.ts'

/**
 * An input whose error appears on leaving or submitting and goes while typing. Leaving it untouched shows none:
 * a sentence that pushes the page down under the pointer would swallow the click that left it.
 * @param setValueAs the value of what was typed, where it is no text
 */
export function checkedField<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  name: Path<T>,
  setValueAs?: (typed: unknown) => unknown,
) {
  const { getFieldState, clearErrors, trigger, register } = form
  return register(name, {
    ...(setValueAs && { setValueAs }),
    onChange: () => clearErrors(name),
    onBlur: () => {
      if (getFieldState(name).isDirty) void trigger(name)
    },
  })
}

/** Puts the server's sentence on each field under that field. */
export function showRefused<T extends FieldValues, C, O>(form: UseFormReturn<T, C, O>, error: unknown): void {
  if (!(error instanceof HttpError)) return
  for (const { field, message } of error.problem?.details ?? []) {
    if (field in form.getValues()) form.setError(field as Path<T>, { message }, { shouldFocus: true })
  }
}
