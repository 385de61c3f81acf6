export type CaptchaBoxProps = {
  siteKey: string | undefined
  onSolve: (token: string) => void
  /** A solution is taken back without anybody's fault. */
  onClear: () => void
  /** The solution grew too old before it was used. */
  onExpire: () => void
  /** The widget could not be loaded. */
  onBreak: () => void
}
