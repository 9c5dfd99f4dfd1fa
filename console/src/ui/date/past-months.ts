/** Months of the reader's calendar that are over, `YYYY-MM`, the latest first. */
export function pastMonths(count: number): string[] {
  const now = new Date();
  return Array.from({ length: count }, (_, index) => {
    const first = new Date(now.getFullYear(), now.getMonth() - 1 - index, 1);
    return `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}`;
  });
}
