/** A vendor's package: the types of its requests, and all members that they declare. */
export interface PackageMembers {
  name: string;
  /** Folder or file of the package that declares its requests. */
  within: string;
  requests: readonly string[];
  /** Members by which a vendor adds content that the body does not show, by the test that binds them to their owner or refuses them. */
  held: Readonly<Record<string, string>>;
  /** Names with blanks between them: of the body itself, or of tools whose use the vendor reports. */
  others: string;
}

export const packageMembers: readonly PackageMembers[] = [
  {
    name: '@anthropic-ai/sdk',
    within: 'resources',
    requests: ['MessageCreateParamsBase', 'MessageCountTokensParams'],
    held: {
      thread: 'server/src/relay/objects/message-threads.db.test.ts',
      previous_message_id: 'server/src/relay/objects/message-threads.db.test.ts',
      container: 'server/src/relay/objects/anthropic-containers.db.test.ts',
      file_id: 'server/src/relay/objects/account-content.db.test.ts',
      skill_id: 'server/src/relay/objects/account-content.db.test.ts',
    },
    others: `
      active allowed_callers allowed_domains allowed_tools authorization_token betas bill_to billing_policy
      block_binding blocked_domains budget_tokens cache_control caching caller citations cited_text city
      clear_at clear_at_least clear_tool_inputs client_tool_results close_tab compaction configs content
      context context_management country cursor_position data default_config defer_loading definition
      description diagnostics disable_parallel_tool_use display display_height_px display_number
      display_width_px document_index document_title double_click download_id eager_input_streaming edits
      effort enable_zoom enabled encrypted_content encrypted_index encrypted_stdout end_block_index
      end_char_index end_page_number error error_code error_message exclude_tools fallback_credit_token
      fallbacks file_type file_upload find form_input format from get_page_text hold_key hover id
      inference_geo input input_examples input_schema instructions is_error is_file_update javascript_exec
      keep key left_click left_click_drag left_mouse_down left_mouse_up lines list_tabs max_characters
      max_content_tokens max_tokens max_uses mcp_server_name mcp_servers media_type messages metadata
      middle_click mode model mouse_move name navigate new_lines new_start new_tab num_lines old_lines
      old_start output_config output_format oversized_image page_age path pause_after_compaction
      prefix_mismatch_behavior properties read_console read_network read_page region remaining required
      response_inclusion retrieved_at return_code right_click role schema screenshot scroll scroll_to
      search_result_index server_name server_tool_results service_tier signature size_bytes skills source
      speed start_block_index start_char_index start_line start_page_number state_changes stderr stdout
      stop_reason stop_sequences stream strict switch_tab system tab_id tabs task_budget text thinking
      timezone title to token tool tool_changes tool_choice tool_configuration tool_id tool_name
      tool_references tool_use_id tools toolset_name total total_lines transformations trigger triple_click
      ttl type url url_sources use_cache user_id user_input user_location user_profile_id value version wait
      workspace_id zoom`,
  },
  {
    name: 'openai',
    within: 'resources',
    requests: [
      'ResponseCreateParamsBase',
      'ResponseCompactParams',
      'InputTokenCountParams',
      'ChatCompletionCreateParamsBase',
      'CompletionCreateParamsBase',
      'EmbeddingCreateParams',
      'ImageGenerateParamsBase',
      'ImageEditParamsBase',
      'ImageCreateVariationParams',
      'SpeechCreateParams',
      'TranscriptionCreateParamsBase',
      'TranslationCreateParams',
      'ModerationCreateParams',
      'RealtimeClientEvent',
    ],
    held: {
      previous_response_id: 'server/src/relay/objects/kept-objects.db.test.ts',
      conversation: 'server/src/relay/objects/kept-objects.db.test.ts',
      prompt: 'server/src/relay/stories/callers/responses-relay.db.test.ts',
      id: 'server/src/relay/objects/named-items.db.test.ts',
      file_id: 'server/src/relay/objects/named-objects.db.test.ts',
      file_ids: 'server/src/relay/objects/named-objects.db.test.ts',
      vector_store_ids: 'server/src/relay/objects/named-objects.db.test.ts',
      container: 'server/src/relay/objects/named-objects.db.test.ts',
      container_id: 'server/src/relay/objects/named-objects.db.test.ts',
      skill_id: 'server/src/relay/objects/named-objects.db.test.ts',
      tunnel_id: 'server/src/relay/objects/named-objects.db.test.ts',
    },
    others: `
      access_programs acknowledged_safety_checks action actions agent agent_name allowed_callers
      allowed_domains allowed_tools always anchor annotations approval_request_id approve approximate
      arguments async attributes audio audio_end_ms author authorization background background_options best_of
      betas button bytes call_id caller caller_id categories chunking_strategy city client_secret code command
      commands compact_threshold comparison_response_id completion_window complexity connector_id content
      content_index context context_compression context_management continuation_id country create_response
      custom cyber data defer_loading definition delay description detail diff dimensions display_height
      display_width domain domain_secrets eagerness echo effort embedding_weight enabled encoding_format
      encrypted_content end_index env environment error event_id execution exit_code expires_after expires_at
      external_web_access file file_data file_url filename filters fingerprint format frame_count
      frame_duration_ms frequency_penalty function function_call functions generate_summary grammar group_id
      headers hybrid_search idle_timeout_ms image image_url include include_obfuscation include_usage index
      input input_audio input_audio_format input_audio_noise_reduction input_audio_transcription
      input_fidelity input_image_mask input_schema input_tokens instructions interrupt_response item item_id
      json_schema key keys keywords known_speaker_names known_speaker_references language languages logit_bias
      logprob logprobs logs markup mask max_completion_tokens max_concurrent_subagents max_num_results
      max_output_length max_output_tokens max_response_output_tokens max_tokens max_tool_calls media_type
      memory_limit message messages metadata modalities mode model moderation moderation_details
      moderation_stage multi_agent n name namespace network_policy never noise_reduction object operation
      outcome output output_audio_format output_compression output_format output_modalities output_schema
      output_tokens outputs parallel_tool_calls param parameters partial_images path pattern
      pending_safety_checks personality phase policy post_instructions prediction prefix_padding_ms
      presence_penalty previous_item_id prewarm prompt_cache_breakpoint prompt_cache_key prompt_cache_options
      prompt_cache_retention quality queries query ranker ranking_options rate read_only reason reasoning
      reasoning_effort reasoning_tokens recipient refusal region require_approval response response_format
      response_id result results retention_ratio revised_prompt role safety_identifier schema score
      score_threshold scroll_x scroll_y search_content_types search_context_size seconds seed
      server_description server_label server_url service_tier session silence_duration_ms size skills source
      sources speed start_index status stderr stdout stop store stream stream_format stream_options strength
      strict style suffix summary svg svg_usage syntax temperature text text_weight threshold timeout_ms
      timestamp_granularities timezone title token token_limits tool_call_id tool_calls tool_choice tool_names
      tools top_logprobs top_p total_tokens tracing transcript transcription truncation ttl turn_detection
      type url user user_location value variables verbosity version voice web_search_options workflow_name
      working_directory x y`,
  },
  {
    name: '@google/genai',
    within: 'dist/genai.d.ts',
    requests: [
      'GenerateContentParameters',
      'EmbedContentParameters',
      'CountTokensParameters',
      'GenerateImagesParameters',
      'LiveConnectParameters',
      'LiveClientMessage',
    ],
    held: {
      cachedContent: 'server/src/relay/objects/account-content.db.test.ts',
      fileUri: 'server/src/relay/objects/account-content.db.test.ts',
      fileSearchStoreNames: 'server/src/relay/objects/account-content.db.test.ts',
      continuationToken: 'server/src/relay/objects/account-content.db.test.ts',
      datastore: 'server/src/relay/objects/account-content.db.test.ts',
      ragCorpus: 'server/src/relay/objects/account-content.db.test.ts',
      apiKeySecretVersion: 'server/src/relay/objects/account-content.db.test.ts',
      dataStore: 'server/src/relay/objects/account-content.db.test.ts',
      engine: 'server/src/relay/objects/account-content.db.test.ts',
      ragCorpora: 'server/src/relay/objects/account-content.db.test.ts',
      ragFileIds: 'server/src/relay/objects/account-content.db.test.ts',
      apiKeySecret: 'server/src/relay/objects/account-content.db.test.ts',
      credentialSecret: 'server/src/relay/objects/account-content.db.test.ts',
      serviceAccount: 'server/src/relay/objects/account-content.db.test.ts',
      handle: 'server/src/relay/stories/media/live-sessions.db.test.ts',
    },
    others: `
      abortSignal accessToken activityEnd activityHandling activityStart adaptationPhrases addWatermark
      allowedFunctionNames alpha anyOf apiAuth apiKey apiKeyConfig apiKeyString apiSpec apiVersion args
      aspectRatio attempts audio audioBitrateBps audioStreamEnd audioTimestamp audioTrackExtraction
      audioTranscription audioTranscriptionConfig authConfig authType autoMode autoTruncate
      automaticActivityDetection automaticContinuation automaticFunctionCalling avatarConfig avatarName
      baseUrl baseUrlResourceScope behavior blockingConfidence boolValue callbacks candidateCount category
      clientContent code codeExecution codeExecutionResult compressionQuality computerUse config consentAudio
      contents contextUpdate contextWindowCompression customConfigs customVocabulary customizedAvatar data
      dataStoreSpecs default description diarization disable disableAttribution disabled
      disabledSafetyPolicies displayName documentOcr dynamicRetrievalConfig dynamicThreshold
      echoTargetLanguage elasticSearchParams enableAffectiveDialog enableDataRetention
      enableEnhancedCivicAnswers enablePromptInjectionDetection enableWidget enableZeroDataRetention
      endOfSpeechSensitivity endOffset endTime endpoint enhancePrompt enterpriseWebSearch enum environment
      exaAiSearch example excludeDomains excludedPredefinedFunctions executableCode expBase explicitVadSignal
      externalApi extraBody featureSelectionPreference fetch fileData fileSearch filter finished format fps
      frequencyPenalty functionCall functionCallingConfig functionDeclarations functionResponse
      generationConfig generationOutputConfig googleMaps googleSearch googleSearchRetrieval
      googleServiceAccountConfig groundingTypes guidanceScale headers historyConfig httpBasicAuthConfig
      httpElementLocation httpOptions httpStatusCodes hybridSearch id idToken ignoreCallHistory imageConfig
      imageData imageMimeType imageOutputOptions imageSearch imageSize includeRaiReason
      includeSafetyAttributes includeServerSideToolInvocations includeThoughts index initialDelay
      initialHistoryInClientContent inlineData inputAudioTranscription interimTranscriptTimestampEnabled items
      jitter jsonPath labels language languageAuto languageCode languageCodes languageHints latLng latitude
      level llmRanker logprobs longitude manualMode maxDelay maxItems maxLength maxOutputTokens maxProperties
      maxResults maximum maximumRemoteCalls mcpServers mediaChunks mediaProcessing mediaResolution
      metadataFilter method mimeType minItems minLength minProperties minimum mode model modelArmorConfig
      modelName modelRoutingPreference modelSelectionConfig multiSpeakerVoiceConfig name negativePrompt
      nullValue nullable numHits numTokens numberOfImages numberValue oauthConfig oidcConfig onclose onerror
      onmessage onopen outcome output outputAudioTranscription outputCompressionQuality outputDimensionality
      outputGcsUri outputMimeType outputUriPrefix parallelAiSearch parameters parametersJsonSchema
      partMetadata partialArgs parts pattern personGeneration places prebuiltVoiceConfig prefixPaddingMs
      presencePenalty proactiveAudio proactiveVideo proactivity prominentPeople prompt promptTemplateName
      properties propertyOrdering ragResources ragRetrievalConfig rankService ranking realtimeInput
      realtimeInputConfig replicatedVoiceConfig required response responseFormat responseJsonSchema
      responseLogprobs responseMimeType responseModalities responseSchema responseTemplateName retrieval
      retrievalConfig retryOptions role routing routingConfig safetyFilterLevel safetySettings searchTemplate
      searchTypes seed serviceTier sessionResumption setup signature silenceDurationMs similarityTopK
      simpleSearchParams slidingWindow sourceText speaker speakerLabel speakerVoiceConfigs speechConfig
      speechMetadata sseReadTimeout startOfSpeechSensitivity startOffset startTime stopSequences store
      storeContext streamFunctionCallArguments streamableHttpTransport stringValue style systemInstruction
      targetLanguageCode targetTokens taskType temperature terminateOnClose text thinkingBudget thinkingConfig
      thinkingLevel thought thoughtSignature threshold timeRangeFilter timeout title toolCall toolConfig
      toolResponse toolType tools topK topP translationConfig transparent triggerTokens turnComplete
      turnCoverage turns type url urlContext vectorDistanceThreshold vectorSimilarityThreshold vertexAiSearch
      vertexRagStore video videoBitrateBps videoMetadata voice voiceConfig voiceConsentSignature voiceName
      voiceSampleAudio webSearch willContinue word wordTimestamp words`,
  },
];
