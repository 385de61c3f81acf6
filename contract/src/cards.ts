/** Digits of the security code: American Express prints four. */
export function countCodeDigits(number: string): number {
  return /^3[47]/.test(number) ? 4 : 3
}

/** True when the check digit of ISO/IEC 7812-1, annex B, is right. */
export function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits.length > 0 && sum % 10 === 0
}
