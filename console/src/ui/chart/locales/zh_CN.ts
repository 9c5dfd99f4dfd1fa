export default {
  asTable: '以表格显示：{{title}}',
  showTable: '以表格显示',
  showChart: '以图表显示',
  time: '时间',
  total: '合计',
  other: '其他',
  summaryHighest: '合计 {{total}}；最高的是{{time}}，{{value}}。',
  summaryLargest: '占比最大的是 {{name}}，{{share}}。',
};
