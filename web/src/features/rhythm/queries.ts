import { rhythmApi } from '@na-regua/contract/rhythm'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { storeResponse } from '../../lib/query-client.ts'
import { showToast } from '../../ui/toast.tsx'

/** Under the account's key, so that it ends with the session. */
export const rhythmQuery = queryOptions({
  queryKey: ['account', 'rhythm'],
  queryFn: ({ signal }) => api(rhythmApi.get, { signal }),
})

/** Not optimistic: the server stores the date and the text of the consent. */
export function useSetRhythm() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (consentText: string | undefined) =>
      api(rhythmApi.set, { body: { isOn: consentText !== undefined, consentText } }),
    onSuccess: (consent) => storeResponse(queryClient, rhythmQuery.queryKey, consent),
    onError(error: Error) {
      showToast({ tone: 'error', title: errorText(error, 'Não foi possível salvar. Tente novamente.') })
      // The text may be another one by now.
      return queryClient.invalidateQueries({ queryKey: rhythmQuery.queryKey })
    },
  })
}

/** Whether the nudges of the link are on. */
export const nudgeLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['nudge-link', token],
    queryFn: ({ signal }) => api(rhythmApi.getByLink, { params: { token }, signal }),
  })

/** Ends the nudges of the link, without a session. */
export function useTurnOff(token: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(rhythmApi.turnOff, { params: { token } }),
    onSuccess(link) {
      storeResponse(queryClient, nudgeLinkQuery(token).queryKey, link)
      return queryClient.invalidateQueries({ queryKey: rhythmQuery.queryKey })
    },
  })
}
