export default {
  view: '{{title}} 的显示方式',
  asColumns: '以柱形显示：{{title}}',
  asLines: '以折线显示：{{title}}',
  asTable: '以表格显示：{{title}}',
  time: '时间',
  total: '合计',
  other: '其他',
  summaryHighest: '合计 {{total}}；最高的是{{time}}，{{value}}。',
  summaryLargest: '占比最大的是 {{name}}，{{share}}。',
};
