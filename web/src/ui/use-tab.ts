import { useLocation, useSearchParams } from 'react-router'

const PARAMETER = 'aba'

/** The open tab, kept in the address so that it can be shared; the first one when none, or an unknown one, is named. */
export function useTab(tabs: readonly { value: string }[]) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const wished = search.get(PARAMETER)
  const tab = tabs.find(({ value }) => value === wished)?.value ?? tabs[0]?.value ?? ''

  function setTab(value: string) {
    setSearch((current) => ({ ...Object.fromEntries(current), [PARAMETER]: value }), {
      replace: true,
      preventScrollReset: true,
      state,
    })
  }

  return [tab, setTab] as const
}
