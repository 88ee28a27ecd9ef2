import { useMutation, useQueryClient } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { useNavigate } from 'react-router-dom'
import { makeHeld } from '../../lib/held-back.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { becomeUser } from './me.ts'
import { toastRefusal } from './toast-refusal.ts'

export function useLogOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      await makeHeld()
      return request('POST', '/api/auth/logout')
    },
    onSuccess: () => {
      becomeUser(client, null)
      toast({ title: t('Logged out'), text: t("You've been successfully logged out.") })
      navigate(paths.logIn)
    },
    onError: (error) => toastRefusal(error, t('Failed to log out')),
  })
}
